"""What a program in this folder says of itself: its first line is the verdict, `#!` marks where a finding may point.

    # expect: bug CODE      every finding has CODE and stands on a marked line, one at least is an error
    # expect: maybe CODE    likewise, but none is an error: the source does not tell the deciding value
    # expect: clean         no finding

A code may list alternatives: `FSDP001|FSDP003`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fsdp_lint.finding import Finding

LINE = re.compile(r"^# expect: (bug|maybe|clean)(?: (\S+))?", re.M)


class Expectation(NamedTuple):
    """The verdict, the codes that it allows, and the rows on which a finding may stand."""

    verdict: str
    codes: frozenset[str]
    rows: frozenset[int]


def read(text: str) -> Expectation:
    """The expectation in a program's text."""
    (found,) = LINE.finditer(text)
    rows = (number for number, line in enumerate(text.splitlines(), 1) if line.rstrip().endswith("#!"))
    return Expectation(found[1], frozenset(filter(None, (found[2] or "").split("|"))), frozenset(rows))


def met(expectation: Expectation, findings: Sequence[Finding]) -> bool:
    """Whether the findings are what the program expects."""
    if expectation.verdict == "clean":
        return not findings
    return (
        bool(findings)
        and all(one.code in expectation.codes for one in findings)
        and all(one.span.start.row in expectation.rows for one in findings)
        and any(one.severity == "error" for one in findings) == (expectation.verdict == "bug")
    )
