"""A file that was read: its text, and where its rows are for the user."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.finding import Position, Span

if TYPE_CHECKING:
    from pathlib import PurePath


class CellRows(NamedTuple):
    """Where a notebook's cell starts in the joined text: its number (from 1) and its first row (from 1)."""

    cell: int
    first_row: int


class Source(NamedTuple):
    """A file's text, ready to be parsed.

    `name` is how the file is shown (as the user wrote the path). In a notebook `text` is its code cells joined, with
    magics blanked, `cells` tells which rows belong to which cell, and `shown` is the same text, row for row, with the
    magics; elsewhere `cells` and `shown` are empty.
    """

    name: str
    text: str
    cells: tuple[CellRows, ...] = ()
    shown: str = ""

    def absolute(self) -> PurePath:
        """The path from the top of the file system, without `..`, by which modules find each other."""
        from pathlib import PurePath

        return PurePath(os.path.abspath(self.name))

    def span(self, start: Position, end: Position) -> Span:
        """The user's view of a stretch of `text`: rows within the notebook's cell, if there are cells."""
        inside = [cell for cell in self.cells if cell.first_row <= start.row]
        if not inside:
            return Span(self.name, start, end)
        above = inside[-1].first_row - 1
        return Span(
            self.name,
            Position(start.row - above, start.column),
            Position(end.row - above, end.column),
            inside[-1].cell,
        )

    def rows_above(self, cell: int | None) -> int:
        """How many rows of `text` lie above a notebook's cell (None: the whole file)."""
        return next((one.first_row - 1 for one in self.cells if one.cell == cell), 0)
