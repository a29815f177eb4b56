"""One file's part of a finding: its lines of code in their order, with marks and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fsdp_lint.finding import Span
from fsdp_lint.output.columns import displayed
from fsdp_lint.output.labels import annotate
from fsdp_lint.output.report import Report
from fsdp_lint.output.window import Mark, fit

LABELS_END = 120
"""The column that labels and help do not pass."""

_CONTEXT = 2
"""Lines around a place that is alone in its frame."""


class Place(NamedTuple):
    """A place of a finding's story."""

    span: Span
    label: str
    primary: bool


class Gutter(NamedTuple):
    """The line numbers' column, as wide as the largest number of a finding."""

    digits: int
    report: Report

    @property
    def width(self) -> int:
        """The columns before a line of code."""
        return self.digits + 3

    def code(self, row: int, text: str) -> str:
        """A line of code with its number."""
        number = self.report.style.paint("gutter", f"{row:>{self.digits}} |")
        return f"{number} {text}" if text else number

    def under(self, text: str = "", mark: str = "|") -> str:
        """A line without a number."""
        empty = " " * self.digits + " " + self.report.style.paint("gutter", mark)
        return f"{empty} {text}" if text else empty

    def skipped(self) -> str:
        """Rows that are not shown."""
        return self.report.style.paint("gutter", "...")

    def header(self, text: str) -> str:
        """The place to which the lines below belong."""
        return " " * self.digits + self.report.style.paint("gutter", "-->") + f" {text}"


def frame(places: Sequence[Place], lines: Sequence[str], severity: str, gutter: Gutter) -> Iterator[str]:
    """The lines of a frame; none where the file has no such rows."""
    by_row: dict[int, list[Mark]] = {}
    for place in dict.fromkeys(places):
        row = place.span.start.row
        if row <= len(lines):
            by_row.setdefault(row, []).append(_mark(place, lines[row - 1]))
    previous = 0
    for row in shown_rows(places, lines):
        if previous and row > previous + 1:
            yield gutter.skipped()
        yield from _row(row, lines[row - 1], by_row.get(row, []), severity, gutter)
        previous = row


def shown_rows(places: Sequence[Place], lines: Sequence[str]) -> list[int]:
    """The rows of a frame: the marked ones, a row that is alone between two of them, and what surrounds a lone one."""
    marked = sorted({place.span.start.row for place in places if place.span.start.row <= len(lines)})
    if len(marked) == 1:
        first, last = max(marked[0] - _CONTEXT, 1), min(marked[0] + _CONTEXT, len(lines))
        while first < marked[0] and not lines[first - 1].strip():
            first += 1
        while last > marked[0] and not lines[last - 1].strip():
            last -= 1
        return list(range(first, last + 1))
    between = [row + 1 for row, following in zip(marked, marked[1:]) if following - row == 2]
    return sorted([*marked, *between])


def _mark(place: Place, line: str) -> Mark:
    """A place as columns of its first line; one that goes on in further lines is marked to the line's end."""
    shown = displayed(line)
    start = place.span.start.column - 1
    goes_on = place.span.end.row > place.span.start.row
    end = len(line.rstrip()) if goes_on else place.span.end.column - 1
    first = shown.column(start)
    return Mark(first, max(shown.column(max(end, start)), first + 1), place.primary, place.label)


def _row(row: int, line: str, marks: Sequence[Mark], severity: str, gutter: Gutter) -> Iterator[str]:
    width = gutter.report.width
    fitted = fit(displayed(line), marks, width - gutter.width)
    yield gutter.code(row, fitted.text)
    if fitted.marks:
        room, limit = min(LABELS_END, width) - gutter.width, width - gutter.width
        for annotation in annotate(fitted.marks, severity, room, limit, gutter.report.style):
            yield gutter.under(annotation)
