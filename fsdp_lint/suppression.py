"""`# noqa` comments: what a user has looked at and does not want to be told again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Position, Span

_NOQA = re.compile(r"#\s*noqa\b(?P<codes>\s*:\s*(?P<list>[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+)*)?)?", re.IGNORECASE)
_CODE = re.compile(r"[A-Z]+[0-9]+", re.IGNORECASE)
_OURS = re.compile(r"FSDP[0-9]+")


class Noqa(NamedTuple):
    """A `# noqa` comment: its row in the source's text and its codes, None for all."""

    row: int
    codes: frozenset[str] | None

    def covers(self, code: str) -> bool:
        """Whether findings of this code are suppressed."""
        return self.codes is None or code in self.codes


class Unused(NamedTuple):
    """One code of a comment that suppressed nothing, and where the comment is."""

    span: Span
    code: str


class Suppressed(NamedTuple):
    """What is left of a file's findings, and the codes of its comments that suppressed nothing."""

    findings: list[Finding]
    unused: list[Unused]


def suppress(findings: Sequence[Finding], source: Source) -> Suppressed:
    """Take out the findings that a comment covers, on their primary line or on a related line of the same file.

    Of a place that spans several lines the first and the last count. `unused` names our codes only: a comment without
    codes, or with other linters' codes, is not ours to judge.
    """
    comments = {noqa.row: noqa for noqa in _comments(source.text)} if _may_matter(findings, source.text) else {}
    if not comments:
        return Suppressed(list(findings), [])
    left: list[Finding] = []
    used: set[tuple[int, str]] = set()
    for finding in findings:
        rows = [row for row in _rows(finding, source) if row in comments and comments[row].covers(finding.code)]
        used.update((row, finding.code) for row in rows)
        if not rows:
            left.append(finding)
    return Suppressed(left, list(_unused(comments, used, source)))


def _may_matter(findings: Sequence[Finding], text: str) -> bool:
    """Whether comments may be there that cover a finding, or name one of our codes; only then are they looked for."""
    upper = text.upper()
    return "NOQA" in upper and (bool(findings) or _OURS.search(upper) is not None)


def _rows(finding: Finding, source: Source) -> Iterator[int]:
    spans: list[Span] = [finding.span, *(related.span for related in finding.related)]
    for span in spans:
        if span.filename == source.name:
            above = source.rows_above(span.cell)
            yield span.start.row + above
            yield span.end.row + above


def _comments(text: str) -> Iterator[Noqa]:
    """The `# noqa` comments of a text; a string that looks like one is none."""
    import io
    import tokenize

    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            noqa = _NOQA.search(token.string) if token.type == tokenize.COMMENT else None
            if noqa is None:
                continue
            if noqa.group("codes") is None:
                yield Noqa(token.start[0], None)
            elif noqa.group("list"):
                codes = _CODE.findall(noqa.group("list"))
                yield Noqa(token.start[0], frozenset(code.upper() for code in codes))
    except (tokenize.TokenError, SyntaxError):
        return


def _unused(comments: dict[int, Noqa], used: set[tuple[int, str]], source: Source) -> Iterator[Unused]:
    for row, noqa in comments.items():
        place = source.span(Position(row, 1), Position(row, 1))
        for code in sorted(noqa.codes or ()):
            if _OURS.fullmatch(code) and (row, code) not in used:
                yield Unused(place, code)
