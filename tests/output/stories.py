"""Made-up findings over real files: places are given by the text that stands there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from fsdp_lint.files.reading import to_source
from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Position, Related, Span

FINDINGS = Path(__file__).parent / "findings"
URL = "https://fsdp-lint.readthedocs.io/rules/FSDP001"


class Story(NamedTuple):
    """A finding and the sources in which it is."""

    finding: Finding
    sources: dict[str, Source]


def source(name: str) -> Source:
    """A file of `findings/`, whatever it mentions."""
    return to_source((FINDINGS / name).read_bytes(), name)


def at(source: Source, text: str, occurrence: int = 1) -> Span:
    """Where a text stands, in the lines of the file or of a notebook's cell."""
    offset = -1
    for _ in range(occurrence):
        offset = source.text.index(text, offset + 1)
    return source.span(_position(source.text, offset), _position(source.text, offset + len(text)))


def _position(text: str, offset: int) -> Position:
    before = text[:offset]
    return Position(before.count("\n") + 1, offset - before.rfind("\n"))


def story(
    name: str,
    primary: tuple[str, str],
    *related: tuple[str, str],
    severity: str = "error",
    help: tuple[str, ...] = ("pass flatten_parameters=False to FSDP",),  # noqa: A002
) -> Story:
    """A finding in one file: each place as its text and its label."""
    one = source(name)
    finding = Finding(
        "FSDP001",
        "groups-by-lost-name",
        severity,
        "1 of 2 parameter groups is empty: the wrap removed the names that select them",
        at(one, primary[0]),
        primary[1],
        tuple(Related(at(one, text), message) for text, message in related),
        help,
        URL,
    )
    return Story(finding, {name: one})
