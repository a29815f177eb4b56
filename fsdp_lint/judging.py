"""One program from its sources to its findings: extract, link, trace and rules in their order."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Fix, Position, Related, Span

if TYPE_CHECKING:
    from fsdp_lint.extract.from_libcst.positions import Tree
    from fsdp_lint.rules.rule import Draft
    from fsdp_lint.trace.values import Site

Called = Mapping[str, "frozenset[Anchor]"]
"""The functions of files, by name of file, that a program calls."""


class Verdict(NamedTuple):
    """What a program came to: its findings, and the functions that it calls in other files than it begins in.

    `unfinished` says that something in it was too long to be followed to its end.
    """

    findings: list[Finding]
    called: Called
    unfinished: bool = False


def judge(program: Sequence[Source], called: frozenset[Anchor] = frozenset()) -> Verdict:
    """The verdict on a program, which begins in the first file; those of its functions that are `called` from elsewhere
    are judged there, and not entered here.
    """
    from fsdp_lint.extract import Unparsable

    parsed: list[tuple[Source, Facts]] = []
    for source in program:
        try:
            parsed.append((source, _facts(source.text)))
        except Unparsable as error:
            if not parsed:
                return Verdict([unparsable(source, error.message, error.position)], {})
    try:
        verdict, finished = _judge(parsed, called)
        if finished is not None and len(parsed) > 1:  # what the file shows by itself is not lost to what lies around
            alone, _ = _judge(parsed[:1], called | finished)
            known = {(one.code, one.span) for one in verdict.findings}
            more = [one for one in alone.findings if (one.code, one.span) not in known]
            return verdict._replace(findings=[*verdict.findings, *more])
        return verdict
    except Exception as error:  # a fault of ours in one program must not cost the others
        message = f"the file was not analysed: a fault in fsdp-lint itself ({type(error).__name__}: {error})"
        fault = unparsable(program[0], " ".join(message.split()), Position(1, 1))._replace(severity="warning")
        return Verdict([fault], {})


@functools.lru_cache(maxsize=256)
def _facts(text: str) -> Facts:
    """The facts of a text, which several programs may share."""
    from fsdp_lint.extract import extract

    return extract(text)


def unparsable(source: Source, message: str, position: Position) -> Finding:
    """FSDP000 for a file that does not parse."""
    end = Position(position.row, position.column + 1)
    return Finding("FSDP000", "unreadable-file", "error", message, source.span(position, end))


def _judge(
    program: Sequence[tuple[Source, Facts]], called: frozenset[Anchor]
) -> tuple[Verdict, frozenset[Anchor] | None]:
    """The verdict, and where an entry point took more steps than are allowed, the functions of those that did not."""
    from fsdp_lint.link.program import START, link
    from fsdp_lint.rules import drafts
    from fsdp_lint.rules.evidence import gather
    from fsdp_lint.trace.entries import trace

    traced = trace(link([(source.absolute(), facts) for source, facts in program]), called)
    kept: dict[object, Draft] = {}
    for draft in drafts(gather(traced)):
        key = (draft.code, draft.primary.site, draft.about)
        if key not in kept or (kept[key].severity, draft.severity) == ("warning", "error"):
            kept[key] = draft
    calls: dict[str, frozenset[Anchor]] = {}
    for file, anchor in traced.run.executed:
        if file != START:
            name = program[file][0].name
            calls[name] = calls.get(name, frozenset()) | {anchor}
    placed = _placed(list(kept.values()), [source for source, _ in program])
    verdict = Verdict(placed, calls, traced.run.exhausted)
    finished = frozenset(anchor for file, anchor in traced.run.finished if file == START)
    return verdict, finished if traced.run.exhausted else None


def _placed(drafts: Iterable[object], sources: Sequence[Source]) -> list[Finding]:
    """Drafts with rows and columns, which are only worked out for the files that they name."""
    from fsdp_lint.extract import locate
    from fsdp_lint.rules import RULES
    from fsdp_lint.rules.rule import Draft
    from fsdp_lint.trace.values import Site

    named = [draft for draft in drafts if isinstance(draft, Draft)]
    sites = {mark.site for draft in named for mark in (draft.primary, *draft.related)}
    spans: dict[Site, Span] = {}
    trees = _trees(named, sources)
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
                _help(draft, sources, trees),
                rule.url,
                _fix(draft, sources, trees),
            )
        )
    return findings


def _trees(drafts: Iterable[Draft], sources: Sequence[Source]) -> dict[int, Tree]:
    """The trees of the files in which remedies change something or help shows code, where libcst can parse them."""
    from fsdp_lint.extract import Unparsable, tree

    files: set[int] = set()
    for draft in drafts:
        files |= set() if draft.remedy is None else {change.site.file for change in draft.remedy.changes}
        files |= set() if draft.units is None else {draft.units.site.file}
    found: dict[int, Tree] = {}
    for file in files:
        with contextlib.suppress(Unparsable):
            found[file] = tree(sources[file].text)
    return found


def _help(draft: Draft, sources: Sequence[Source], trees: Mapping[int, Tree]) -> tuple[str, ...]:
    """The help of a draft, with the lines of code that belong to it."""
    units = draft.units
    if units is None or units.site.file not in trees:
        return draft.help
    from fsdp_lint.fixes.text import Text
    from fsdp_lint.fixes.units import code

    lines = code(units, trees[units.site.file], Text(sources[units.site.file].text))
    shown = "\n".join([f"{units.message}:", *(f"    {line}" for line in lines)])
    return tuple(shown if lines and one == units.message else one for one in draft.help)


def _fix(draft: Draft, sources: Sequence[Source], trees: Mapping[int, Tree]) -> Fix | None:
    """The fix that a draft's remedy is; an unsafe one where it is not certain that there is anything to mend."""
    if draft.remedy is None:
        return None
    from fsdp_lint.fixes.offering import UNSAFE, offered

    fix = offered(draft.remedy, sources, trees)
    return fix._replace(applicability=UNSAFE) if fix is not None and draft.severity == "warning" else fix


def _row(span: Span) -> tuple[str, int | None, int]:
    return (span.filename, span.cell, span.start.row)
