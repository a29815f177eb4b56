"""One finding as a story: its places as frames of code, the remedies, and where to read on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from fsdp_lint.finding import Finding, place
from fsdp_lint.output.frame import LABELS_END, Gutter, Place, frame, shown_rows
from fsdp_lint.output.report import Report, lines_of


def story(finding: Finding, report: Report) -> Iterator[str]:
    """The lines that a person reads."""
    style = report.style
    title = style.paint(finding.severity, f"{finding.code} {finding.severity}") + style.paint(
        "headline", f": {finding.message}"
    )
    frames = [(places, lines_of(places[0].span, report.sources)) for places in _frames(_places(finding))]
    rows = [row for places, lines in frames for row in shown_rows(places, lines)]
    gutter = Gutter(len(str(max(rows, default=1))), report)
    yield title
    for places, lines in frames:
        yield gutter.header(place(places[0].span))
        code = list(frame(places, lines, finding.severity, gutter))
        if code:
            yield gutter.under()
            yield from code
        yield gutter.under()
    for remedy in finding.help:
        yield from _note("help: ", remedy + _fixable(finding, remedy, report), gutter)
    yield from _note("", f"fsdp-lint --explain {finding.code}", gutter)


def _fixable(finding: Finding, remedy: str, report: Report) -> str:
    option = report.fixable(finding)
    is_it = finding.fix is not None and finding.fix.message == remedy
    return f" [fixable with {option}]" if option is not None and is_it else ""


def _places(finding: Finding) -> list[Place]:
    related = [Place(one.span, one.message, False) for one in finding.related]
    return [Place(finding.span, finding.label, True), *related]


def _frames(places: list[Place]) -> list[list[Place]]:
    """The places by file and cell, those of the primary place first, then as the story comes to them."""
    groups: dict[tuple[str, int], list[Place]] = {}
    for one in places:
        groups.setdefault((one.span.filename, one.span.cell or 0), []).append(one)
    return list(groups.values())


def _note(title: str, text: str, gutter: Gutter) -> Iterator[str]:
    """A text in lines that are not too long, and lines of code below it as they are."""
    room = min(LABELS_END, gutter.report.width) - gutter.width - len(title)
    words, *code = text.split("\n")
    first, *more = textwrap.wrap(words, max(room, 40), break_long_words=False, break_on_hyphens=False) or [""]
    yield gutter.under(gutter.report.style.paint("help", title) + first, "=")
    for line in (*more, *code):
        yield gutter.under(" " * len(title) + line, " ")
