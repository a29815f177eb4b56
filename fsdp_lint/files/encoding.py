"""A Python file's bytes to its text, by the rules of the language (PEP 263)."""

from __future__ import annotations

import re
from typing import NamedTuple

from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Position

UNDECLARED = "utf-8"
"""What a file is without a declaration."""

_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_DECLARATION = rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)"
_BLANK = rb"[ \t\f]*(?:#.*)?$"
_LINE_END = rb"\r\n|\r|\n"


class Decoded(NamedTuple):
    """A file's byte-order mark (or nothing), its encoding, and its text with the line ends that it has."""

    mark: bytes
    encoding: str
    text: str


def decode(data: bytes) -> str:
    r"""The text of a file, with every line end as `\n`; raises `UnreadableError` where there is none.

    Rows and columns are the user's: a byte-order mark is no character of the first line.
    """
    return with_plain_line_ends(decoded(data).text)


def decoded(data: bytes) -> Decoded:
    """A file's bytes taken apart; raises `UnreadableError` as `decode` does."""
    for mark, encoding in _WIDE_BOMS:
        if data.startswith(mark):
            raise UnreadableError(f"the file is {encoding}, which Python does not read as source: save it as UTF-8")
    has_mark = data.startswith(_BOM)
    if has_mark:
        data = data[len(_BOM) :]
    if 0 in data:
        raise UnreadableError("the file holds a NUL byte, so it is no Python source", _position(data, data.index(0)))
    row, declared = _declared(data)
    if has_mark and declared.lower().replace("_", "-") not in ("utf-8", "utf8", "utf-8-sig"):
        raise UnreadableError(f"the file begins with the mark of UTF-8 but declares {declared!r}", Position(row, 1))
    return Decoded(_BOM if has_mark else b"", declared, _decoded(data, declared, row))


def with_plain_line_ends(text: str) -> str:
    r"""The text with `\r\n` and `\r` as `\n`, as Python itself reads it: no row or column moves."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _declared(data: bytes) -> tuple[int, str]:
    """The declared encoding and the row in which it stands, UTF-8 where none is declared."""
    head = data[:4096]
    lines = re.split(_LINE_END, head, maxsplit=2)[:2] if b"coding" in head else []
    for row, line in enumerate(lines, 1):
        declaration = re.match(_DECLARATION, line)
        if declaration:
            return row, declaration.group(1).decode("ascii", "replace")
        if not re.match(_BLANK, line):
            break
    return 1, UNDECLARED


def _decoded(data: bytes, encoding: str, row: int) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        place = _position(data, error.start)
        byte = f"0x{data[error.start]:02x}"
        if encoding == UNDECLARED:
            message = f"the file is not valid UTF-8 (byte {byte}) and declares no other encoding"
        else:
            message = f"the file declares {encoding!r} but does not decode as such (byte {byte})"
        raise UnreadableError(message, place) from None
    except LookupError:
        raise UnreadableError(
            f"the file declares {encoding!r}, which is no encoding that Python knows", Position(row, 1)
        ) from None
    except ValueError:
        raise UnreadableError(f"the file declares {encoding!r} but does not decode as such", Position(row, 1)) from None


def _position(data: bytes, offset: int) -> Position:
    lines = re.split(_LINE_END, data[:offset])
    return Position(len(lines), len(lines[-1].decode("utf-8", "replace")) + 1)
