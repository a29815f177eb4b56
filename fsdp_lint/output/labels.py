"""The lines under a line of code: its marks, each with a label beside it, or below it where there is no room."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fsdp_lint.output.columns import width
from fsdp_lint.output.style import Style
from fsdp_lint.output.window import Mark

_NARROWEST = 40
"""A label is not wrapped into fewer columns than these."""

Piece = tuple[int, str, str]
"""A text, the column at which it begins, and its role."""


def annotate(marks: Sequence[Mark], severity: str, room: int, limit: int, style: Style) -> list[str]:
    """The lines under a line of code with these marks.

    None is wider than `room` columns where that is possible, or than `limit` where a mark is so far to the right that
    its label would have to stand elsewhere.
    """
    ordered = sorted(marks, key=lambda mark: (mark.start, mark.end, mark.primary))
    if ordered[-1].start > room - _NARROWEST:
        room = limit
    lines = _single(ordered[0], room, severity) if len(ordered) == 1 else _several(ordered, room, severity)
    return [_joined(line, style) for line in lines]


def _role(mark: Mark, severity: str) -> str:
    return severity if mark.primary else "related"


def _underline(mark: Mark, severity: str) -> Piece:
    return mark.start, ("^" if mark.primary else "-") * (mark.end - mark.start), _role(mark, severity)


def _single(mark: Mark, room: int, severity: str) -> list[list[Piece]]:
    underline = _underline(mark, severity)
    beside = mark.end + 1
    if not mark.label.strip():
        return [[underline]]
    if beside + width(mark.label) <= room or room - beside >= _NARROWEST:
        first, *more = _pieces(mark, beside, room, severity)
        return [[underline, first], *([piece] for piece in more)]
    return [[underline], *([piece] for piece in _pieces(mark, mark.start, room, severity))]


def _several(marks: Sequence[Mark], room: int, severity: str) -> list[list[Piece]]:
    """The last mark's label stands beside it, if it fits; the others hang below, the rightmost first."""
    underlines = [_underline(mark, severity) for mark in sorted(marks, key=lambda mark: mark.primary)]
    last = marks[-1]
    hanging = [mark for mark in marks if mark.label]
    is_rightmost = all(mark.end < last.start for mark in marks[:-1])
    if last.label and is_rightmost and last.end + 1 + width(last.label) <= room:
        underlines.append((last.end + 1, last.label, _role(last, severity)))
        hanging.remove(last)
    lines = [underlines]
    if hanging:
        lines.append(_connectors(hanging, severity))
    while hanging:
        mark = hanging.pop()
        left = [one for one in hanging if one.start < mark.start]
        for piece in _pieces(mark, mark.start, room, severity, left):
            lines.append([*_connectors(left, severity), piece])
    return lines


def _connectors(marks: Sequence[Mark], severity: str) -> list[Piece]:
    return [(mark.start, "|", _role(mark, severity)) for mark in sorted(marks, key=lambda mark: mark.primary)]


def _pieces(mark: Mark, column: int, room: int, severity: str, left: Sequence[Mark] = ()) -> list[Piece]:
    """A label's lines, from `column` on, or further to the left where they would be too narrow there."""
    needed = min(width(mark.label), _NARROWEST)
    leftmost = max((one.start + 2 for one in left), default=0)
    column = max(min(column, room - needed), leftmost)
    wrapped = textwrap.wrap(mark.label, max(room - column, needed), break_long_words=False, break_on_hyphens=False)
    return [(column, text, _role(mark, severity)) for text in wrapped]


def _joined(pieces: Sequence[Piece], style: Style) -> str:
    """Texts at their columns; a later one covers an earlier one."""
    end = max(column + width(text) for column, text, _ in pieces)
    roles = [""] * end
    characters = [" "] * end
    for column, text, role in pieces:
        for offset, character in enumerate(_columns(text), column):
            characters[offset], roles[offset] = character, role
    painted: list[str] = []
    start = 0
    for at in range(1, end + 1):
        if at == end or roles[at] != roles[start]:
            run = "".join(characters[start:at])
            painted.append(style.paint(roles[start], run) if roles[start] else run)
            start = at
    return "".join(painted)


def _columns(text: str) -> list[str]:
    """A text column by column: no width stands with the character before it, a wide one before an empty column."""
    columns: list[str] = []
    for character in text:
        wide = width(character)
        if wide == 0 and columns:
            columns[-1] += character
        else:
            columns += [character, ""][: max(wide, 1)]
    return columns
