"""A notebook's JSON with edits made inside the strings that hold a cell's code; nothing is written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fsdp_lint.finding import Edit
from fsdp_lint.fixes.editing import CannotEditError, replacements
from fsdp_lint.fixes.text import Replacement, Text, in_order

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.S)


class Value(NamedTuple):
    """Where a JSON value stands in the notebook's text."""

    start: int
    end: int


def edited_notebook(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The notebook's bytes after edits of its cells; raises `CannotEditError`."""
    encoding = json.detect_encoding(data)
    text = data.decode(encoding)
    if text.encode(encoding) != data:
        raise CannotEditError(f"its bytes would not stay what they are in the encoding {encoding!r}")
    cells = _elements(text, _member(text, Value(_skip(text, 0), len(text)), "cells"))
    raw: list[Replacement] = []
    for number in {one.span.cell for one in edits}:
        assert number is not None
        source = _member(text, cells[number - 1], "source")
        raw += _in_source(text, source, [one for one in edits if one.span.cell == number])
    done = 0
    parts: list[str] = []
    for one in in_order(raw):
        parts += [text[done : one.start], one.content]
        done = one.end
    return "".join([*parts, text[done:]]).encode(encoding)


def _in_source(text: str, source: Value, edits: Sequence[Edit]) -> Iterator[Replacement]:
    """Edits of a cell as replacements in the notebook's text."""
    lines = _elements(text, source) if text[source.start] == "[" else [source]
    if not lines:
        raise CannotEditError("the cell is not what it was")
    code: list[str] = []
    places: list[int] = []
    for line in lines:
        for characters, at in _characters(text, line):
            code += characters
            places += [at] * len(characters)
    places.append(lines[-1].end - 1)
    rows = Text("".join(code))
    separator = _separator(text, source, lines)
    for one in in_order(replacements(rows, edits)):
        new = one.content.replace("\n", rows.newline(one.start))
        end = places[one.end] if one.end == one.start else _behind(text, places[one.end - 1])
        yield Replacement(places[one.start], end, f"\\n{separator}".join(map(_escaped, new.split("\n"))))


def _separator(text: str, source: Value, lines: Sequence[Value]) -> str:
    """What stands between two lines of a cell's code, with the quotes around it; nothing where they are one string."""
    if text[source.start] != "[":
        return ""
    if len(lines) > 1:
        return '"' + text[lines[0].end : lines[1].start] + '"'
    return '",' + text[source.start + 1 : lines[0].start] + '"'


def _escaped(content: str) -> str:
    return json.dumps(content, ensure_ascii=False)[1:-1]


def _characters(text: str, string: Value) -> Iterator[tuple[str, int]]:
    """The characters of a JSON string and where each stands."""
    at = string.start + 1
    while at < string.end - 1:
        end = _behind(text, at)
        yield json.loads(f'"{text[at:end]}"', strict=False), at
        at = end


def _behind(text: str, at: int) -> int:
    """Where a character of a JSON string ends."""
    found = _ESCAPE.match(text, at)
    assert found is not None
    return found.end()


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _value(text: str, at: int) -> Value:
    """The value that stands at an offset."""
    return Value(at, _DECODER.raw_decode(text, at)[1])


def _member(text: str, owner: Value, name: str) -> Value:
    """A member of an object: the last one of its name, as JSON's readers have it."""
    found: Value | None = None
    at = _skip(text, owner.start + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        value = _value(text, _skip(text, _skip(text, at) + 1))
        if key == name:
            found = value
        at = _skip(text, value.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    if found is None:
        raise CannotEditError("the cell is not what it was")
    return found


def _elements(text: str, array: Value) -> list[Value]:
    found: list[Value] = []
    at = _skip(text, array.start + 1)
    while text[at] != "]":
        value = _value(text, at)
        found.append(value)
        at = _skip(text, value.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return found
