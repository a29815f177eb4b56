"""What the linter reports: plain, frozen records, the same for every rule and every output format."""

from __future__ import annotations

from typing import NamedTuple


class Position(NamedTuple):
    """A place in a file: row and column, both counted from 1 (a column counts characters)."""

    row: int
    column: int


class Span(NamedTuple):
    """A stretch of one file; `end` is the position just after its last character.

    In a notebook rows count within `cell` (from 1); in any other file `cell` is None.
    """

    filename: str
    start: Position
    end: Position
    cell: int | None = None


class Related(NamedTuple):
    """A further place of a finding's story (the wrap, another selection, the optimizer) and what happens there."""

    span: Span
    message: str


class Finding(NamedTuple):
    """One finding.

    `message` is the headline (one line); `label` is what happens at the primary place, shown under its carets;
    `related` are the other places of the story in the order in which they run; `help` are the remedies, best first.
    """

    code: str
    name: str
    severity: str  # "error" or "warning"
    message: str
    span: Span
    label: str = ""
    related: tuple[Related, ...] = ()
    help: tuple[str, ...] = ()
    url: str = ""
