"""What the bytes of a file tell in one pass: what it names, and what it imports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fsdp_lint.files.discovery import Found
from fsdp_lint.files.mentions import COMPILING, compiles, names_parameters, shards
from fsdp_lint.files.reading import LARGEST, read_bytes


class Import(NamedTuple):
    """An import as it stands: the module with its leading dots, and the text of the names (none for `import a.b`)."""

    module: str
    names: str


class Skimmed(NamedTuple):
    """A file that was skimmed: whether it names a wrapper, and its imports.

    `alone` says whether the file may hold a finding all by itself; `size` is in bytes.
    """

    found: Found
    size: int
    wraps: bool
    alone: bool
    imports: tuple[Import, ...]


def skim(found: Found) -> Skimmed:
    """Read a file and keep what other rooms ask for; raises `UnreadableError`."""
    return skim_bytes(found, read_bytes(found.name))


def skim_bytes(found: Found, data: bytes) -> Skimmed:
    """As `skim`, of bytes that are at hand."""
    imports = () if len(data) > LARGEST else tuple(dict.fromkeys(_imports(_code(found.name, data))))
    sharding = shards(data)
    alone = names_parameters(data) if sharding else compiles(data)
    return Skimmed(found, len(data), sharding or COMPILING in data, alone, imports)


def _code(name: str, data: bytes) -> bytes:
    """A notebook's lines without what JSON puts around them."""
    return data.replace(b'"', b"").replace(b"\\n", b"") if name.endswith(".ipynb") else data


def _imports(data: bytes) -> Iterator[Import]:
    at = data.find(b"import ")
    while at >= 0:
        ahead = data[data.rfind(b"\n", 0, at) + 1 : at].split()
        if len(ahead) == 2 and ahead[0] == b"from":
            yield Import(_text(ahead[1]), _text(_names(data, at + 7)))
        elif not ahead:
            names = _names(data, at + 7).partition(b"#")[0].split(b",")
            yield from (Import(_text(name.split()[0]), "") for name in names if name.split())
        at = data.find(b"import ", at + 7)


def _names(data: bytes, start: int) -> bytes:
    """What stands behind `import `: the rest of the line, or all up to the closing parenthesis."""
    end = data.find(b")" if data[start : start + 1] == b"(" else b"\n", start)
    return data[start : end if end >= 0 else len(data)]


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def mark(skimmed: Skimmed) -> bytes:
    """Bytes that are the same for files of which skimming tells the same."""
    from hashlib import blake2b

    parts = (str(skimmed.wraps), str(skimmed.alone), *(part for one in skimmed.imports for part in one))
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
