"""From sources to findings: extract, link, trace and rules in their order."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from fsdp_lint.extract.facts import Facts
from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Position, Related, Span

ENOUGH_FOR_PROCESSES = 300_000
"""Characters of source from which on a second process gains more than its start costs (measured on 2 cores)."""


def check(programs: Sequence[Sequence[Source]], jobs: int = 1) -> list[Finding]:
    """Every finding in the programs, each once, in order of file name and place.

    With `jobs` over 1 programs are shared out among that many processes, where there is enough to do and the system can
    fork one cheaply.
    """
    if jobs > 1 and len(programs) > 1 and sum(map(_length, programs)) > ENOUGH_FOR_PROCESSES:
        found = _in_processes(programs, jobs)
    else:
        found = [_check_one(program) for program in programs]
    findings = _without_repeats(finding for one in found for finding in one)
    return sorted(findings, key=lambda one: (one.span.filename, one.span.cell or 0, one.span.start, one.code))


def _length(program: Sequence[Source]) -> int:
    return sum(len(source.text) for source in program)


def _without_repeats(findings: Iterable[Finding]) -> list[Finding]:
    """What two programs say of files that they share is said once, and as surely as the surer of them says it."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.code, finding.span, frozenset(one.span for one in finding.related))
        if key not in kept or (kept[key].severity, finding.severity) == ("warning", "error"):
            kept[key] = finding
    return list(kept.values())


def _in_processes(programs: Sequence[Sequence[Source]], jobs: int) -> list[list[Finding]]:
    """The findings of each program, the longest begun first."""
    import multiprocessing

    ordered = sorted(programs, key=_length, reverse=True)
    try:
        pool = multiprocessing.get_context("fork").Pool(min(jobs, len(ordered)))
    except (ImportError, OSError, ValueError):
        return [_check_one(program) for program in ordered]
    with pool:
        return list(pool.imap_unordered(_check_one, ordered))


def _check_one(program: Sequence[Source]) -> list[Finding]:
    """The findings of one program."""
    from fsdp_lint.extract.glance import glance

    if len(program) == 1 and not glance(program[0].text):
        return []
    from fsdp_lint.extract import Unparsable

    parsed: list[tuple[Source, Facts]] = []
    for source in program:
        try:
            parsed.append((source, _facts(source.text)))
        except Unparsable as error:
            if not parsed:
                return [unparsable(source, error.message, error.position)]
    try:
        return _judge(parsed)
    except Exception as error:  # a fault of ours in one program must not cost the others
        message = f"the file was not analysed: a fault in fsdp-lint itself ({type(error).__name__}: {error})"
        return [unparsable(program[0], " ".join(message.split()), Position(1, 1))._replace(severity="warning")]


@functools.lru_cache(maxsize=256)
def _facts(text: str) -> Facts:
    """The facts of a text, which several programs may share."""
    from fsdp_lint.extract import extract

    return extract(text)


def unparsable(source: Source, message: str, position: Position) -> Finding:
    """FSDP000 for a file that does not parse."""
    end = Position(position.row, position.column + 1)
    return Finding("FSDP000", "unreadable-file", "error", message, source.span(position, end))


def _judge(program: Sequence[tuple[Source, Facts]]) -> list[Finding]:
    """The findings of one program."""
    from fsdp_lint.link.program import link
    from fsdp_lint.rules import drafts
    from fsdp_lint.rules.evidence import gather
    from fsdp_lint.rules.rule import Draft
    from fsdp_lint.trace.entries import trace

    evidence = gather(trace(link([(source.path.absolute(), facts) for source, facts in program])))
    kept: dict[object, Draft] = {}
    for draft in drafts(evidence):
        key = (draft.code, draft.primary.site, draft.about)
        if key not in kept or (kept[key].severity, draft.severity) == ("warning", "error"):
            kept[key] = draft
    return _placed(list(kept.values()), [source for source, _ in program])


def _placed(drafts: Iterable[object], sources: Sequence[Source]) -> list[Finding]:
    """Drafts with rows and columns, which are only worked out for the files that they name."""
    from fsdp_lint.extract import locate
    from fsdp_lint.rules import RULES
    from fsdp_lint.rules.rule import Draft
    from fsdp_lint.trace.values import Site

    named = [draft for draft in drafts if isinstance(draft, Draft)]
    sites = {mark.site for draft in named for mark in (draft.primary, *draft.related)}
    spans: dict[Site, Span] = {}
    for file in {site.file for site in sites}:
        source = sources[file]
        for anchor, (start, end) in locate(source.text, [s.at for s in sites if s.file == file]).items():
            spans[Site(file, anchor)] = source.span(start, end)
    findings: list[Finding] = []
    for draft in named:
        rule = RULES[draft.code]
        primary = spans[draft.primary.site]
        taken = {(primary.filename, primary.cell, primary.start.row)}
        taken |= {_row(spans[m.site]) for m in draft.related if not m.minor}
        related: list[Related] = []
        for mark in draft.related:
            span = spans[mark.site]
            if span == primary or (mark.minor and _row(span) in taken):
                continue
            if mark.minor:
                taken.add(_row(span))
            related.append(Related(span, mark.label))
        findings.append(
            Finding(
                draft.code,
                rule.name,
                draft.severity,
                draft.message,
                primary,
                draft.primary.label,
                tuple(related),
                draft.help,
                rule.url,
            )
        )
    return findings


def _row(span: Span) -> tuple[str, int | None, int]:
    return (span.filename, span.cell, span.start.row)
