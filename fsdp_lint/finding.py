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


def place(span: Span) -> str:
    """A place as `path:row:column`, in a notebook as `path:cell N:row:column`."""
    cell = "" if span.cell is None else f":cell {span.cell}"
    return f"{span.filename}{cell}:{span.start.row}:{span.start.column}"


class Related(NamedTuple):
    """A further place of a finding's story (the wrap, another selection, the optimizer) and what happens there."""

    span: Span
    message: str


class Edit(NamedTuple):
    r"""One change of a text: what stands in `span` (nothing, where it starts and ends at one place) becomes `content`.

    A line end in `content` is `\n`, whatever those of the file are.
    """

    span: Span
    content: str


class Fix(NamedTuple):
    """A remedy as changes of texts, in one file or in several; `message` is the one of a finding's `help` that it does.

    `applicability` is "safe", or "unsafe" where more may change than what the finding is about.
    """

    applicability: str
    message: str
    edits: tuple[Edit, ...]


class Finding(NamedTuple):
    """One finding.

    `message` is the headline (one line); `label` is what happens at the primary place, shown under its carets;
    `related` are the other places of the story in the order in which they run; `help` are the remedies, best first,
    each one line, below which there may be lines of code.
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
    fix: Fix | None = None
