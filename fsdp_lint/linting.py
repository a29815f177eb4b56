"""From paths to findings: discovery, reading, the analysis, and what the user does not want to hear."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.configuration import Configuration
from fsdp_lint.files.discovery import Discovery, Found, discover
from fsdp_lint.files.excluding import Exclusion
from fsdp_lint.files.patterns import matcher, matches
from fsdp_lint.files.reading import read, to_source
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Finding

if TYPE_CHECKING:
    from fsdp_lint.suppression import Unused


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


def lint_files(found: Iterable[Found], configuration: Configuration, jobs: int = 1) -> Outcome:
    """Lint files from the disk, in up to `jobs` processes where that pays."""
    sources: list[Source] = []
    unreadable: list[Finding] = []
    for one in found:
        try:
            source = read(one)
        except UnreadableError as error:
            unreadable.append(error.finding(one.name))
            continue
        if source is not None:
            sources.append(source)
    return _outcome(sources, unreadable, configuration, jobs)


def lint_bytes(data: bytes, name: str, configuration: Configuration) -> Outcome:
    """Lint one file whose bytes are at hand, as if it lay at `name`."""
    try:
        source = to_source(data, name, explicit=True)
    except UnreadableError as error:
        return _outcome([], [error.finding(name)], configuration)
    return _outcome([] if source is None else [source], [], configuration)


def _outcome(
    sources: Sequence[Source], unreadable: Sequence[Finding], configuration: Configuration, jobs: int = 1
) -> Outcome:
    if not sources:
        return Outcome(sorted(_wanted(unreadable, configuration), key=_place), {}, [])
    from fsdp_lint.engine import check
    from fsdp_lint.suppression import suppress

    by_name = {source.name: source for source in sources}
    wanted = _wanted([*unreadable, *check(sources, jobs)], configuration)
    findings: list[Finding] = []
    unused: list[Unused] = []
    for name, group in _by_file(wanted, by_name).items():
        source = by_name.get(name)
        if source is None:
            findings.extend(group)
            continue
        suppressed = suppress(group, source)
        findings.extend(suppressed.findings)
        unused.extend(suppressed.unused)
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
