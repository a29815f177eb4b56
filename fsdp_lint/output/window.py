"""A line of code that is too long is shown around its marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fsdp_lint.output.columns import Displayed

CUT = "..."
_BEFORE = 16
_AFTER = 24


class Mark(NamedTuple):
    """Columns of a line (from 0, `end` exclusive) that are underlined, and what is said about them."""

    start: int
    end: int
    primary: bool
    label: str


class Line(NamedTuple):
    """A line as it is printed, and its marks where they are under it."""

    text: str
    marks: list[Mark]


def fit(line: Displayed, marks: Sequence[Mark], room: int) -> Line:
    """A line and its marks in at most `room` columns, with `...` where something was cut."""
    if line.width <= room:
        return Line("".join(line.pieces).rstrip(), list(marks))
    left = _left_edge(line.width, marks, room)
    right = left + room
    first, last = (left + len(CUT) if left else 0), (right - len(CUT) if right < line.width else line.width)
    shown = [at for at in range(len(line.pieces)) if line.columns[at] >= first and line.columns[at + 1] <= last]
    text = "".join(line.pieces[at] for at in shown)
    if left:
        text = CUT + " " * (line.columns[shown[0]] - first) + text if shown else CUT
    if right < line.width:
        text += CUT
    return Line(text.rstrip(), [_moved(mark, left, first, max(last, first + 1)) for mark in marks])


def _left_edge(width: int, marks: Sequence[Mark], room: int) -> int:
    """The first column that is shown: as much before the marks as fits when their ends are seen, too, if possible."""
    if not marks:
        return 0
    begin, end = min(mark.start for mark in marks), max(mark.end for mark in marks)
    if end + len(CUT) <= room:
        return 0
    wanted = min(end + _AFTER, width) - room
    return max(0, min(wanted, begin - _BEFORE))


def _moved(mark: Mark, left: int, first: int, last: int) -> Mark:
    start = min(max(mark.start, first), last - 1)
    end = max(min(mark.end, last), start + 1)
    return mark._replace(start=start - left, end=end - left)
