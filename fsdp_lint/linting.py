"""From paths to findings: discovery, reading, the analysis, and what the user does not want to hear."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.cache.results import NO_RESULTS, Results
from fsdp_lint.cache.seen import Basis, Seen
from fsdp_lint.cache.skims import Skims
from fsdp_lint.checked import Checked, Looks, together
from fsdp_lint.configuration import Configuration
from fsdp_lint.files.context import NO_CONTEXT, Context, around
from fsdp_lint.files.discovery import Discovery, Found, discover
from fsdp_lint.files.excluding import Exclusion
from fsdp_lint.files.patterns import matcher, matches
from fsdp_lint.files.skimming import Skimmed, skim_bytes
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
    codes of `# noqa` comments in them that suppress nothing. `unfinished` are those in which a program begins that was
    too long to be followed to its end, so that what comes late in it may be missing. `basis` is what all this hangs on,
    where results are kept and everything could be read.
    """

    findings: list[Finding]
    sources: Mapping[str, Source]
    unused: list[Unused]
    unfinished: Sequence[str] = ()
    basis: Basis | None = None


def files(paths: Sequence[str], configuration: Configuration) -> Discovery:
    """The files that these paths stand for."""
    return discover(paths, _exclusion(configuration), configuration.force_exclude)


def is_excluded(name: str, configuration: Configuration) -> bool:
    """Whether a file that was given by name, but not read from there, is left out."""
    return configuration.force_exclude and _exclusion(configuration).excludes_explicit(name)


def _exclusion(configuration: Configuration) -> Exclusion:
    return Exclusion((*configuration.exclude, *configuration.extend_exclude), os.path.abspath(configuration.root))


def lint_files(
    discovery: Discovery,
    configuration: Configuration,
    jobs: int = 1,
    at_hand: Mapping[str, bytes] = _NOTHING,
    results: Results = NO_RESULTS,
) -> Outcome:
    """Lint files from the disk, in up to `jobs` processes where that pays; the project around them is read as well.

    The bytes of files that are `at_hand`, by name, stand for those on the disk. What takes time is taken from
    `results`, and kept there.
    """
    skims = Skims(results, at_hand)
    skims.open(discovery.folders)
    given: list[Skimmed] = []
    unreadable: list[Finding] = []
    for one in discovery.files:
        try:
            given.append(skims.skimmed(one))
        except UnreadableError as error:
            unreadable.append(error.finding(one.name))
    outcome = _lint(given, discovery, skims, unreadable, configuration, jobs)
    skims.save()
    return outcome


def lint_bytes(data: bytes, name: str, configuration: Configuration) -> Outcome:
    """Lint one file whose bytes are at hand, as if it lay at `name`, in the project around that place."""
    given = [skim_bytes(Found(name, True), data)]
    return _lint(given, Discovery([], [], [], {}), Skims(NO_RESULTS, {name: data}), [], configuration, 1)


def is_wanted(finding: Finding, configuration: Configuration) -> bool:
    """Whether a finding is one that the configuration reports."""
    return bool(_wanted([finding], configuration))


def _context(project: Project, folders: Sequence[str], configuration: Configuration) -> Context:
    """The files around, where one that is given can have a part in a finding."""
    given = project.files
    if not any(one.wraps or project.names_parameters(place) for place, one in enumerate(given)):
        return NO_CONTEXT
    return around([one.found.name for one in given], folders, _exclusion(configuration))


def _readable(files: Iterable[Found], skims: Skims) -> Iterator[Skimmed]:
    """The files around, skimmed; what cannot be read is no part of the project."""
    for one in files:
        with contextlib.suppress(UnreadableError):
            yield skims.skimmed(one)


def _lint(
    given: Sequence[Skimmed],
    discovery: Discovery,
    skims: Skims,
    unreadable: Sequence[Finding],
    configuration: Configuration,
    jobs: int,
) -> Outcome:
    """Lint the programs that the given files have a part in, and the given files that are programs of their own."""
    alone = Project(given, skims.at_hand, skims.results)
    context = _context(alone, discovery.folders, configuration)
    skims.open(context.folders)
    project = Project([*given, *_readable(context.files, skims)], skims.at_hand, skims.results)
    checked = _checked(project, len(given), skims, jobs)
    told = {one.found.name for one in given if one.found.explicit or one.alone}
    failed = [error.finding(name) for name, error in checked.errors.items() if name in told]
    reported = {one.found.name for one in given}
    found = [finding for finding in checked.findings if finding.span.filename in reported]
    outcome = _outcome(_wanted([*unreadable, *failed, *found], configuration), checked.sources, reported)
    outcome = outcome._replace(unfinished=[name for name in checked.unfinished if name in reported])
    if skims.results.folder is None or unreadable or checked.errors or skims.at_hand:
        return outcome
    files = _seen(project.files, skims, together([checked.looks, alone.noticed()]))
    return outcome._replace(basis=Basis(skims.began, files, {**discovery.walked, **context.walked}))


def _seen(files: Iterable[Skimmed], skims: Skims, looks: Looks) -> dict[str, Seen]:
    """The files, as they were seen."""
    names = (one.found.name for one in files)
    return {
        name: Seen(skims.signatures[name], skims.marks[name], looks.read.get(name, b""), looks.told.get(name, {}))
        for name in names
    }


def _checked(project: Project, given: int, skims: Skims, jobs: int) -> Checked:
    """What the programs come to, with their sources and what cannot be read; nothing heavy is imported without need."""
    files = project.files
    begins = any(one.wraps or one.alone for one in files)
    if not begins and not any(files[place].found.explicit and project.is_judged(place) for place in range(given)):
        return Checked([], {}, project.texts.errors, {}, project.noticed())
    from fsdp_lint.engine import check

    if skims.results.folder is None or skims.at_hand:
        return check(project, given, jobs)
    from fsdp_lint.cache.plans import Planning

    planning = Planning(files, skims)
    recalled = planning.recalled()
    if recalled is None:
        checked = check(project, given, jobs)
        planning.keep(checked.programs, checked.looks)
        return checked
    programs, looks = recalled
    checked = check(project, given, jobs, programs)
    return checked._replace(looks=together([looks, checked.looks]))


def _outcome(wanted: Sequence[Finding], sources: Mapping[str, Source], reported: AbstractSet[str]) -> Outcome:
    """What is left where comments suppress findings."""
    if not wanted and not sources:
        return Outcome([], sources, [])
    from fsdp_lint.suppression import suppress

    findings: list[Finding] = []
    unused: list[Unused] = []
    for name, group in _by_file(wanted, sources).items():
        source = sources.get(name)
        if source is None:
            findings.extend(group)
            continue
        suppressed = suppress(group, source)
        findings.extend(suppressed.findings)
        unused.extend(suppressed.unused if name in reported else ())
    return Outcome(sorted(findings, key=_place), sources, unused)


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
