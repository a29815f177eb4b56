"""What every output format is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Span
from fsdp_lint.output.style import Style

OFF_TERMINAL = 160
"""The columns of a line where no terminal sets them: enough for lines of ordinary code."""


class Report(NamedTuple):
    """The findings, the sources from which code can be shown, and how the reader sees it.

    `width` is how many columns a line of code may fill. `closing` says whether to end with a count, where the format
    has one; `fixed` is how many findings were fixed and are no longer here. With
    `unsafe_fixes` the fixes that may change more count as well.
    """

    findings: Sequence[Finding]
    sources: Mapping[str, Source]
    style: Style
    width: int = OFF_TERMINAL
    closing: bool = True
    fixed: int = 0
    unsafe_fixes: bool = False

    def fixable(self, finding: Finding) -> str | None:
        """The option that fixes a finding, None where none does."""
        if finding.fix is None:
            return None
        return "--fix" if self.unsafe_fixes or finding.fix.applicability == "safe" else "--unsafe-fixes"


def lines_of(span: Span, sources: Mapping[str, Source]) -> list[str]:
    """The lines in whose numbers a span counts: those of its file or, in a notebook, of its cell; none if unknown."""
    source = sources.get(span.filename)
    if source is None:
        return []
    lines = (source.shown or source.text).split("\n")
    if span.cell is None:
        return lines
    starts = [cell.first_row - 1 for cell in source.cells]
    first = source.rows_above(span.cell)
    return lines[first : next((start for start in starts if start > first), len(lines))]
