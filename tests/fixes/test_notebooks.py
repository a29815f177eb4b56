"""A notebook's JSON after an edit: however its strings are written, only those of the code are touched."""

from __future__ import annotations

import json

import pytest

from fsdp_lint.finding import Edit, Position, Span
from fsdp_lint.fixes.editing import CannotEditError, edited


def edit(row: int, start: int, end: int, content: str, cell: int = 1) -> Edit:
    return Edit(Span("a.ipynb", Position(row, start), Position(row, end), cell), content)


def notebook(source: str) -> bytes:
    return ('{"cells": [{"cell_type": "code", "source": ' + source + '}], "nbformat": 4}').encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"ab"', '"aXb"'),
        ('["ab"]', '["aXb"]'),
        ('[ "ab\\n" ,\n  "c" ]', '[ "aXb\\n" ,\n  "c" ]'),
        (r'"\u00e9b"', r'"\u00e9Xb"'),
        (r'"\ud83d\ude00b"', r'"\ud83d\ude00Xb"'),
        ('"\U0001f600b"', '"\U0001f600Xb"'),
        (r'"\"b\\"', r'"\"Xb\\"'),
    ],
)
def test_a_character_is_put_in_behind_the_first(before: str, after: str) -> None:
    assert edited("a.ipynb", notebook(before), [edit(1, 2, 2, "X")]) == notebook(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"a\\nb"', '"a,\\n  x\\nb"'),
        ('["a\\n",\n  "b"]', '["a,\\n",\n  "  x\\n",\n  "b"]'),
        ('[\n "a"\n]', '[\n "a,\\n",\n "  x"\n]'),
        ('"a\\r\\nb"', '"a,\\r\\n  x\\r\\nb"'),
    ],
)
def test_a_line_is_put_in_as_the_others_are_written(before: str, after: str) -> None:
    assert edited("a.ipynb", notebook(before), [edit(1, 2, 2, ",\n  x")]) == notebook(after)


def test_what_is_removed_may_span_lines() -> None:
    span = Span("a.ipynb", Position(1, 2), Position(2, 2), 1)
    assert edited("a.ipynb", notebook('["ab\\n", "cd\\n", "ef"]'), [Edit(span, "")]) == notebook('["ad\\n", "ef"]')


def test_several_edits_in_several_cells() -> None:
    data = b'\n{"nbformat":4,"cells":[{"source":"x"},{"source":["ab"],"source":["cd"]} ]}\n'
    edits = [edit(1, 2, 3, "!", 2), edit(1, 1, 1, "?", 2), edit(1, 1, 2, "yy", 1)]
    after = b'\n{"nbformat":4,"cells":[{"source":"yy"},{"source":["ab"],"source":["?c!"]} ]}\n'
    assert edited("a.ipynb", data, edits) == after
    assert json.loads(after)["cells"][1]["source"] == ["?c!"]


def test_a_byte_order_mark_stays() -> None:
    data = b"\xef\xbb\xbf" + notebook('"ab"')
    assert edited("a.ipynb", data, [edit(1, 2, 2, "X")]) == b"\xef\xbb\xbf" + notebook('"aXb"')


def test_bytes_that_would_not_come_out_the_same_are_left_alone() -> None:
    escape = b"# coding: iso2022_jp\n\x1b(B\x1b(Ba\n"
    with pytest.raises(CannotEditError, match="iso2022_jp"):
        edited("a.py", escape, [Edit(Span("a.py", Position(2, 1), Position(2, 2)), "b")])
