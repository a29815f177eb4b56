r"""A text with its rows, and replacements in it.

Line ends may be `\n`, `\r\n` or `\r`, also mixed: a row is the same in all of them.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from typing import NamedTuple

from fsdp_lint.finding import Position

LINE_END = re.compile(r"\r\n|\r|\n")


class Replacement(NamedTuple):
    r"""What stands from `start` to `end` (offsets in a text) becomes `content`, in which a line end is `\n`."""

    start: int
    end: int
    content: str


class Text:
    """A text and where its rows begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def offset(self, position: Position) -> int:
        """The offset of a row and column."""
        return self._starts[position.row - 1] + position.column - 1

    def position(self, offset: int) -> Position:
        """The row and column of an offset."""
        row = bisect.bisect_right(self._starts, offset)
        return Position(row, offset - self._starts[row - 1] + 1)

    def range(self, span: tuple[Position, Position]) -> tuple[int, int]:
        """The offsets of a start and an end."""
        return self.offset(span[0]), self.offset(span[1])

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        return self._starts[bisect.bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Where the line of an offset ends, before its line end."""
        found = LINE_END.search(self.text, offset)
        return found.start() if found else len(self.text)

    def newline(self, offset: int) -> str:
        r"""The line end that is used around an offset, `\n` where the text has none."""
        found = LINE_END.search(self.text, offset) or next(LINE_END.finditer(self.text), None)
        return found.group() if found else "\n"


def in_order(replacements: Iterable[Replacement]) -> list[Replacement]:
    """Replacements from first to last, each once; raises `ValueError` where two of them overlap."""
    ordered = sorted(set(replacements))
    for one, other in zip(ordered, ordered[1:]):
        if other.start < one.end or other.start == one.start:
            raise ValueError("two replacements overlap")
    return ordered


def replaced(text: str, replacements: Iterable[Replacement]) -> str:
    """The text with replacements made, everything else as it is."""
    rows = Text(text)
    parts: list[str] = []
    done = 0
    for one in in_order(replacements):
        parts += [text[done : one.start], one.content.replace("\n", rows.newline(one.start))]
        done = one.end
    return "".join([*parts, text[done:]])
