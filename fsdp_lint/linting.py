"""From paths to findings: discovery, reading, the analysis, and what the user does not want to hear."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.configuration import Configuration
from fsdp_lint.files.context import around
from fsdp_lint.files.discovery import Discovery, Found, discover
from fsdp_lint.files.excluding import Exclusion
from fsdp_lint.files.patterns import matcher, matches
from fsdp_lint.files.skimming import Skimmed, skim, skim_bytes
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Finding
from fsdp_lint.project import Project

if TYPE_CHECKING:
    from fsdp_lint.suppression import Unused


_NOTHING: Mapping[str, bytes] = {}


class Outcome(NamedTuple):
    """What linting came to.

    `findings` are in order of file name and place; `sources` are the files that were analysed, by name; `unused` are
    codes of `# noqa` comments in them that suppress nothing.
    """

    findings: list[Finding]
    sources: Mapping[str, Source]
    unused: list[Unused]


def files(paths: Sequence[str], configuration: Configuration) -> Discovery:
    """The files that these paths stand for."""
    return discover(paths, _exclusion(configuration), configuration.force_exclude)


def is_excluded(name: str, configuration: Configuration) -> bool:
    """Whether a file that was given by name, but not read from there, is left out."""
    return configuration.force_exclude and _exclusion(configuration).excludes_explicit(name)


def _exclusion(configuration: Configuration) -> Exclusion:
    return Exclusion((*configuration.exclude, *configuration.extend_exclude), os.path.abspath(configuration.root))


def lint_files(
    discovery: Discovery, configuration: Configuration, jobs: int = 1, at_hand: Mapping[str, bytes] = _NOTHING
) -> Outcome:
    """Lint files from the disk, in up to `jobs` processes where that pays; the project around them is read as well.

    The bytes of files that are `at_hand`, by name, stand for those on the disk.
    """
    given: list[Skimmed] = []
    unreadable: list[Finding] = []
    for one in discovery.files:
        try:
            given.append(_skimmed(one, at_hand))
        except UnreadableError as error:
            unreadable.append(error.finding(one.name))
    return _lint(given, discovery.folders, at_hand, unreadable, configuration, jobs)


def _skimmed(one: Found, at_hand: Mapping[str, bytes]) -> Skimmed:
    return skim_bytes(one, at_hand[one.name]) if one.name in at_hand else skim(one)


def lint_bytes(data: bytes, name: str, configuration: Configuration) -> Outcome:
    """Lint one file whose bytes are at hand, as if it lay at `name`, in the project around that place."""
    given = [skim_bytes(Found(name, True), data)]
    return _lint(given, (), {name: data}, [], configuration, 1)


def is_wanted(finding: Finding, configuration: Configuration) -> bool:
    """Whether a finding is one that the configuration reports."""
    return bool(_wanted([finding], configuration))


def _context(project: Project, folders: Sequence[str], configuration: Configuration) -> list[Skimmed]:
    """The files around, where one that is given can have a part in a finding; what cannot be read is no part of it."""
    given = project.files
    if not any(one.wraps or project.names_parameters(place) for place, one in enumerate(given)):
        return []
    found: list[Skimmed] = []
    for one in around([one.found.name for one in given], folders, _exclusion(configuration)):
        with contextlib.suppress(UnreadableError):
            found.append(_skimmed(one, project.texts.at_hand))
    return found


def _lint(
    given: Sequence[Skimmed],
    folders: Sequence[str],
    at_hand: Mapping[str, bytes],
    unreadable: Sequence[Finding],
    configuration: Configuration,
    jobs: int,
) -> Outcome:
    """Lint the programs that the given files have a part in, and the given files that are programs of their own."""
    context = _context(Project(given, at_hand), folders, configuration)
    project = Project([*given, *context], at_hand)
    programs = [program for program in project.programs(jobs) if any(one < len(given) for one in program)]
    begun = {program[0] for program in programs}
    alone = [[one] for one in range(len(given)) if one not in begun and project.is_judged(one)]
    found = [[project.source(one) for one in program] for program in [*programs, *alone]]
    judged = {one.found.name for one in given if one.found.explicit or one.alone}
    failed = [error.finding(name) for name, error in project.texts.errors.items() if name in judged]
    read = [[source for source in program if source is not None] for program in found]
    reported = {one.found.name for one in given}
    return _outcome([one for one in read if one], reported, [*unreadable, *failed], configuration, jobs)


def _outcome(
    programs: Sequence[Sequence[Source]],
    reported: AbstractSet[str],
    unreadable: Sequence[Finding],
    configuration: Configuration,
    jobs: int,
) -> Outcome:
    if not programs:
        return Outcome(sorted(_wanted(unreadable, configuration), key=_place), {}, [])
    from fsdp_lint.engine import check
    from fsdp_lint.suppression import suppress

    by_name = {source.name: source for program in programs for source in program}
    found = [finding for finding in check(programs, jobs) if finding.span.filename in reported]
    wanted = _wanted([*unreadable, *found], configuration)
    findings: list[Finding] = []
    unused: list[Unused] = []
    for name, group in _by_file(wanted, by_name).items():
        source = by_name.get(name)
        if source is None:
            findings.extend(group)
            continue
        suppressed = suppress(group, source)
        findings.extend(suppressed.findings)
        unused.extend(suppressed.unused if name in reported else ())
    return Outcome(sorted(findings, key=_place), by_name, unused)


def _wanted(findings: Sequence[Finding], configuration: Configuration) -> list[Finding]:
    root = os.path.abspath(configuration.root)
    ignores = [
        (matcher([pattern.lstrip("!")], root), pattern[:1] == "!", codes)
        for pattern, codes in configuration.per_file_ignores
    ]
    return [
        finding
        for finding in findings
        if configuration.reports(finding.code)
        and not any(
            matches(pattern, os.path.abspath(finding.span.filename)) is not negated and finding.code.startswith(codes)
            for pattern, negated, codes in ignores
        )
    ]


def _by_file(findings: Iterable[Finding], sources: Mapping[str, Source]) -> dict[str, list[Finding]]:
    groups: dict[str, list[Finding]] = {name: [] for name in sources}
    for finding in findings:
        groups.setdefault(finding.span.filename, []).append(finding)
    return groups


def _place(finding: Finding) -> tuple[str, int, int, int, str]:
    span = finding.span
    return span.filename, span.cell or 0, span.start.row, span.start.column, finding.code
