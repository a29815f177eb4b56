"""Results by what they were worked out of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Callable, Generic, TypeVar

from fsdp_lint.cache.folder import Folder, program

_Result = TypeVar("_Result")


class Kept(Generic[_Result]):
    """A result that was kept; a result may be None itself."""

    def __init__(self, result: _Result) -> None:
        self.result = result


class Results:
    """Results of all kinds that later runs may use again; without a folder none are kept."""

    def __init__(self, folder: Folder | None) -> None:
        self.folder = folder
        self.program = b"" if folder is None else program().encode("utf-8", "surrogateescape")

    def of(self, kind: str, parts: Callable[[], Iterable[bytes]], make: Callable[[], _Result]) -> _Result:
        """A result that the parts alone decide on: the one that was kept, or the one that is made now."""
        if self.folder is None:
            return make()
        name = self._name(kind, parts())
        kept = self._read(name)
        if kept is not None:
            return kept.result  # type: ignore[no-any-return]
        result = make()
        self._write(name, result)
        return result

    def find(self, kind: str, parts: Iterable[bytes]) -> Kept[Any] | None:
        """A result that was kept."""
        return None if self.folder is None else self._read(self._name(kind, parts))

    def keep(self, kind: str, parts: Iterable[bytes], result: object) -> None:
        """Keep a result."""
        if self.folder is not None:
            self._write(self._name(kind, parts), result)

    def _name(self, kind: str, parts: Iterable[bytes]) -> str:
        return digest([self.program, kind.encode(), *parts]).hex()

    def _read(self, name: str) -> Kept[Any] | None:
        import pickle

        content = None if self.folder is None else self.folder.read(name)
        if content is None:
            return None
        try:
            return Kept(pickle.loads(content))
        except Exception:  # a file that something else damaged is as good as none
            return None

    def _write(self, name: str, result: object) -> None:
        import pickle

        if self.folder is not None:
            self.folder.write(name, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))


NO_RESULTS = Results(None)


def digest(parts: Iterable[bytes]) -> bytes:
    """16 bytes that stand for the parts, each for itself."""
    from hashlib import blake2b

    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.digest()
