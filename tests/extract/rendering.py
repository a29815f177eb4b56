"""Facts as lines of text, each record with the source text at which its anchor was located."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fsdp_lint.extract import extract, locate
from fsdp_lint.finding import Position


def records(value: object) -> Iterator[object]:
    """Every record in facts, outside in."""
    if dataclasses.is_dataclass(value):
        yield value
        for field in dataclasses.fields(value):
            yield from records(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from records(item)


def between(text: str, start: Position, end: Position) -> str:
    """The part of a text between two positions."""
    lines = text.splitlines(keepends=True)
    if start.row == end.row:
        return lines[start.row - 1][start.column - 1 : end.column - 1]
    middle = "".join(lines[start.row : end.row - 1])
    return lines[start.row - 1][start.column - 1 :] + middle + lines[end.row - 1][: end.column - 1]


def located(text: str) -> dict[int, str]:
    """The source text of every anchor."""
    anchors = [record.at for record in records(extract(text)) if hasattr(record, "at")]
    return {anchor: between(text, *span) for anchor, span in locate(text, anchors).items()}


def render(text: str) -> str:
    """The facts of a text, one record a line."""
    return "\n".join(_lines("", extract(text), located(text), 0)) + "\n"


def _lines(label: str, value: object, sources: dict[int, str], depth: int) -> Iterator[str]:
    indent = "  " * depth + (f"{label}: " if label else "")
    if isinstance(value, tuple):
        yield indent.rstrip() + ("" if value else " ()")
        for item in value:
            yield from _lines("-", item, sources, depth + 1)
    elif dataclasses.is_dataclass(value):
        at = getattr(value, "at", None)
        yield indent + type(value).__name__ + ("" if at is None else f" ‹{sources[at]}›")
        for field in dataclasses.fields(value):
            if field.name != "at":
                yield from _lines(field.name, getattr(value, field.name), sources, depth + 1)
    else:
        yield indent + repr(value)
