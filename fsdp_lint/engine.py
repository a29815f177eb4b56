"""All programs: which process judges which, and what they say together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fsdp_lint.extract.facts import Anchor
from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding
from fsdp_lint.judging import Verdict, judge
from fsdp_lint.processes import each

Program = Sequence[Source]


def check(programs: Sequence[Program], jobs: int = 1) -> list[Finding]:
    """Every finding in the programs, each once, in order of file name and place.

    With `jobs` over 1 programs are shared out among that many processes, where there is enough to do.
    """
    verdicts = each(judge, programs, _length, jobs)
    findings = _without_repeats(
        finding
        for program, verdict in zip(programs, verdicts)
        for finding in _without_called(program, verdict, verdicts)
    )
    return sorted(findings, key=lambda one: (one.span.filename, one.span.cell or 0, one.span.start, one.code))


def _length(program: Program) -> int:
    return sum(len(source.text) for source in program)


def _without_called(program: Program, verdict: Verdict, all_verdicts: Sequence[Verdict]) -> list[Finding]:
    """The findings of a program where none of its functions is entered that another program calls.

    There it is called with what the caller gives, here it would be with the defaults. It is judged once more only if
    that can make a difference.
    """
    name = program[0].name
    called = frozenset[Anchor]().union(*(other.called.get(name, ()) for other in all_verdicts))
    return judge(program, called).findings if called and verdict.findings else verdict.findings


def _without_repeats(findings: Iterable[Finding]) -> list[Finding]:
    """What two programs say of files that they share is said once, and as surely as the surer of them says it."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.code, finding.span, frozenset(one.span for one in finding.related))
        if key not in kept or (kept[key].severity, finding.severity) == ("warning", "error"):
            kept[key] = finding
    return list(kept.values())
