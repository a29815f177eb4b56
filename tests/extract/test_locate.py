"""Where anchors are in real files."""

from __future__ import annotations

import ast
import bisect
import textwrap
from pathlib import Path

import pytest

from fsdp_lint.extract import extract, facts, locate
from fsdp_lint.finding import Position

from .rendering import located, records

REAL_FILES = [Path(module) for module in (bisect.__file__, textwrap.__file__)]


@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_names_attributes_and_literals_are_located_on_their_own_text(path: Path) -> None:
    text = path.read_text("utf-8")
    sources = located(text)
    checked = 0
    for record in records(extract(text)):
        if isinstance(record, facts.Name):
            assert sources[record.at] == record.id
        elif isinstance(record, (facts.Function, facts.Class)):
            assert sources[record.at] == record.name
        elif isinstance(record, facts.Attribute):
            assert sources[record.at].endswith(record.attr)
        else:
            continue
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_the_text_of_a_literal_has_its_value(path: Path) -> None:
    text = path.read_text("utf-8")
    sources = located(text)
    found = list(records(extract(text)))
    pieces = {part.at for record in found if isinstance(record, facts.Template) for part in record.parts}
    literals = [record for record in found if isinstance(record, facts.Constant) and record.at not in pieces]
    assert literals
    for record in literals:
        assert ast.literal_eval(f"({sources[record.at]})") == record.value


def test_rows_and_columns_count_from_one_and_columns_count_characters() -> None:
    text = "\né = '😀', name\n"
    (assignment,) = extract(text).body
    assert isinstance(assignment, facts.Assign)
    assert isinstance(assignment.value, facts.Display)
    name = assignment.value.items[1].at
    assert locate(text, [name]) == {name: (Position(2, 10), Position(2, 14))}


@pytest.mark.parametrize(
    ("source", "underlined"),
    [
        ("((name))", "name"),
        ("((first, second))", "(first, second)"),
        ("first, second", "first, second"),
        ("( (first, second).index )", "(first, second).index"),
        ("((x for x in y))", "(x for x in y)"),
        ("[*(a, b)][0]", "[*(a, b)][0]"),
        ("(a) + (b)", "(a) + (b)"),
        ("call(\n  argument,\n)", "call(\n  argument,\n)"),
    ],
)
def test_the_parentheses_of_a_tuple_or_generator_belong_to_it_and_no_others(source: str, underlined: str) -> None:
    (statement,) = extract(source + "\n").body
    assert isinstance(statement, facts.Evaluate)
    assert located(source + "\n")[statement.value.at] == underlined


@pytest.mark.parametrize("parameter", ["a", "a=1", "a: int = (1)", "*a", "**a", "*a: int", "a: (int)"])
def test_a_parameter_is_located_with_its_annotation_and_default(parameter: str) -> None:
    text = f"def f( {parameter} , ): pass\n"
    (function,) = extract(text).body
    assert isinstance(function, facts.Function)
    assert located(text)[function.parameters[0].at] == parameter


def test_only_the_anchors_that_were_asked_for_are_located() -> None:
    assert set(locate("a, b, c\n", [1])) == {1}


def test_an_anchor_that_the_text_does_not_have_is_an_error() -> None:
    with pytest.raises(IndexError):
        locate("a\n", [5])
