"""From sources to findings: extract, link, trace and rules in their order."""

from __future__ import annotations

from collections.abc import Sequence

from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding


def check(sources: Sequence[Source]) -> list[Finding]:
    """Every finding of the program that `sources` are, in order of file name and place."""
    raise NotImplementedError
