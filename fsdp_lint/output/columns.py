"""How wide text is on a terminal: the columns that marks under a line of code have to count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

TAB = "    "
_PLACEHOLDER = "\N{REPLACEMENT CHARACTER}"
_DIRECTION_CHANGES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


class Displayed(NamedTuple):
    """A line as it is shown: `pieces` character by character, `columns` where each begins, and then the line's end."""

    pieces: Sequence[str]
    columns: Sequence[int]

    @property
    def width(self) -> int:
        """The columns of the whole line."""
        return self.columns[-1]

    def column(self, index: int) -> int:
        """The column at which a character begins; past the line's end, where it would."""
        last = len(self.pieces)
        return self.columns[index] if index <= last else self.columns[last] + index - last


def displayed(line: str) -> Displayed:
    """A line of code without what would move the cursor: tabs are four columns, other control characters one."""
    if line.isascii() and line.isprintable():
        return Displayed(line, range(len(line) + 1))
    pieces = [_piece(character) for character in line]
    columns = [0]
    for piece in pieces:
        columns.append(columns[-1] + width(piece))
    return Displayed(pieces, columns)


def width(text: str) -> int:
    """The columns that a text without tabs fills."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _piece(character: str) -> str:
    if character == "\t":
        return TAB
    if (
        character < " "
        or "\x7f" <= character < "\xa0"
        or character in _DIRECTION_CHANGES
        or "\ud800" <= character < "\ue000"
    ):
        return _PLACEHOLDER
    return character


def _width(character: str) -> int:
    import unicodedata

    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
