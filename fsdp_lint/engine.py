"""All programs of a project: which process judges which, and what they say together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.checked import Checked, Looks, Programs, together
from fsdp_lint.extract.facts import Anchor
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Finding
from fsdp_lint.judging import Verdict
from fsdp_lint.processes import each
from fsdp_lint.project import Project

if TYPE_CHECKING:
    from fsdp_lint.link.demand import Demand

NOTHING = Verdict([], {})


class _Judged(NamedTuple):
    """One program (the places of its files; none if there is nothing to judge), and what it came to.

    `found` is the program of several files that begins there; with what was looked at.
    """

    program: Sequence[int]
    verdict: Verdict
    errors: Mapping[str, UnreadableError]
    found: Sequence[int] | None
    looks: Looks


def check(project: Project, given: int, jobs: int = 1, programs: Programs | None = None) -> Checked:
    """Judge the programs in which the first `given` files of a project have a part, in up to `jobs` processes.

    `programs` are those that are known already, None if they have to be looked for.
    """
    demand = project.demand(jobs) if programs is None else None
    leading = programs if programs is not None else {} if demand is None else demand.leading
    starts = [
        place
        for place, one in enumerate(project.files)
        if place in leading or (place < given and (one.alone or one.found.explicit))
    ]
    looks = [project.noticed()]
    every = each(
        partial(_judged, project, demand, programs, given), starts, lambda place: project.files[place].size, jobs
    )
    judged = [one for one in every if one.program]
    findings = _without_repeats(finding for one in judged for finding in _without_called(project, one, judged))
    found = (project.source(place) for one in judged for place in one.program)
    return Checked(
        sorted(findings, key=lambda one: (one.span.filename, one.span.cell or 0, one.span.start, one.code)),
        {source.name: source for source in found if source is not None},
        {name: error for one in every for name, error in one.errors.items()},
        {start: one.found for start, one in zip(starts, every) if start in leading},
        together([*looks, *(one.looks for one in every), project.noticed()]),
        [project.files[one.program[0]].found.name for one in judged if one.verdict.unfinished],
    )


def _judged(project: Project, demand: Demand | None, programs: Programs | None, given: int, start: int) -> _Judged:
    """The program that begins in a file, judged, if there is one and given files have a part in it."""
    found = programs.get(start) if programs is not None else None if demand is None else demand.program(start)
    program = found or []
    if found is None:
        program = [start] if start < given and project.is_judged(start) else []
    elif all(place >= given for place in found):
        program = []
    sources = [source for source in map(project.source, program) if source is not None]
    names = {project.files[place].found.name for place in (start, *program)}
    errors = {name: error for name, error in project.texts.errors.items() if name in names}
    verdict = project.judge(sources) if sources else NOTHING
    return _Judged(program if sources else [], verdict, errors, found, project.noticed())


def _without_called(project: Project, one: _Judged, judged: Sequence[_Judged]) -> list[Finding]:
    """The findings of a program where none of its functions is entered that another program calls.

    There it is called with what the caller gives, here it would be with the defaults. It is judged once more only if
    that can make a difference.
    """
    if not one.verdict.findings:
        return []
    sources = [source for source in map(project.source, one.program) if source is not None]
    called = frozenset[Anchor]().union(*(other.verdict.called.get(sources[0].name, ()) for other in judged))
    return project.judge(sources, called).findings if called else one.verdict.findings


def _without_repeats(findings: Iterable[Finding]) -> list[Finding]:
    """What two programs say of files that they share is said once, and as surely as the surer of them says it."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.code, finding.span, frozenset(one.span for one in finding.related))
        if key not in kept or (kept[key].severity, finding.severity) == ("warning", "error"):
            kept[key] = finding
    return list(kept.values())
