"""What the facts of each construct are, and where its anchor is: a source file beside its expected facts."""

from __future__ import annotations

import pickle
import typing
from pathlib import Path

import pytest

from fsdp_lint.extract import extract, facts

from .rendering import records, render

FILES = sorted((Path(__file__).parent / "files").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_facts_of_a_file_are_those_beside_it(path: Path) -> None:
    assert render(path.read_text("utf-8")) == path.with_suffix(".facts").read_text("utf-8")


def test_the_files_show_every_kind_of_record() -> None:
    shown = {type(record) for path in FILES for record in records(extract(path.read_text("utf-8")))}
    unions = (facts.Expression, facts.Statement, facts.Pattern)
    assert {kind for union in unions for kind in typing.get_args(union)} <= shown


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_facts_survive_a_pickle(path: Path) -> None:
    found = extract(path.read_text("utf-8"))
    assert pickle.loads(pickle.dumps(found)) == found


def test_what_python_takes_and_libcst_does_not_is_analysed() -> None:
    found = extract("(name): int = 1\nclass A(metaclass=M, *bases): pass\n")
    names = facts.Name("name", 0), facts.Name("int", 1)
    bases = facts.Argument(facts.Name("M", 3), "metaclass"), facts.Argument(facts.Name("bases", 4), None, "*")
    assert found.body == (facts.Declare(*names, facts.Constant(1, 2)), facts.Class("A", bases, (), (), 5))


def test_an_empty_file_has_no_statements() -> None:
    assert extract("") == facts.Facts(())


def test_a_byte_order_mark_is_no_statement() -> None:
    assert extract("\ufeffpass\n") == facts.Facts(())


def test_windows_line_ends_in_a_string_are_plain_ones() -> None:
    statement = extract("'''a\r\nb'''\r\n").body[0]
    assert statement == facts.Evaluate(facts.Constant("a\nb", 0))


def test_a_chain_of_many_operations_is_one_record_of_its_operands() -> None:
    statement = extract(" + ".join(["a"] * 1000) + "\n").body[0]
    operands = tuple(facts.Name("a", at) for at in range(1000))
    assert statement == facts.Evaluate(facts.Other(operands, 1000))


def test_a_number_too_long_for_python_to_convert_is_other() -> None:
    assert extract("9" * 5000 + "\n").body[0] == facts.Evaluate(facts.Other((), 0))
