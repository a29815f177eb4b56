from __future__ import annotations

import ast
import json

import pytest

from fsdp_lint.files.magics import without_magics
from fsdp_lint.files.notebook import read_notebook
from fsdp_lint.files.source import CellRows


def code(*source, **more):
    return {"cell_type": "code", "source": list(source), **more}


def notebook(*cells, **more):
    return json.dumps({"cells": list(cells), "nbformat": 4, **more}).encode()


def test_code_cells_are_joined_and_counted_among_all_cells():
    data = notebook(code("a = 1\n", "b = 2"), {"cell_type": "markdown", "source": "# text"}, code("c = 3\n"))
    text = "a = 1\nb = 2\nc = 3\n"
    assert read_notebook(data) == (text, (CellRows(1, 1), CellRows(3, 3)), text)


def test_magics_are_kept_for_the_eyes_of_the_user():
    assert read_notebook(notebook(code("%pip install x\n", "y = 1"))) == (
        "pass\ny = 1\n",
        (CellRows(1, 1),),
        "%pip install x\ny = 1\n",
    )


def test_source_may_be_one_string():
    assert read_notebook(notebook({"cell_type": "code", "source": "a = 1\r\nb = 2"}))[0] == "a = 1\nb = 2\n"


def test_another_kernel_holds_no_python():
    assert read_notebook(notebook(code("x <- 1"), metadata={"language_info": {"name": "R"}})) == ("", (), "")


def test_a_cell_in_another_language_is_left_out():
    data = notebook(
        code("%%bash\n", "ls"),
        code("select 1", metadata={"vscode": {"languageId": "sql"}}),
        code("x = 1"),
    )
    assert read_notebook(data) == ("x = 1\n", (CellRows(3, 1),), "x = 1\n")


def test_an_empty_notebook():
    assert read_notebook(notebook()) == ("", (), "")


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install torch\nx = 1", "pass\nx = 1"),
        ("if x:\n    !ls\n    y = 1", "if x:\n    pass\n    y = 1"),
        ("?print", "pass"),
        ("model.fit?", "pass"),
        ("model.fit??", "pass"),
        ("files = !ls", "files = None"),
        ("t = %timeit -o f()", "t = None"),
        ("%%time\nx = 1", "\nx = 1"),
        ("\n%%capture out\nx = 1", "\n\nx = 1"),
        ("!pip install \\\n  torch \\\n  numpy\nx = 1", "pass\n\n\nx = 1"),
        ("x = (a\n     % b)", "x = (a\n     % b)"),
        ("x = a \\\n    % b", "x = a \\\n    % b"),
        ('s = """\n%d\n!ls\n"""', 's = """\n%d\n!ls\n"""'),
        ("s = '%d' % x", "s = '%d' % x"),
        ("x != y", "x != y"),
        ("print('what?')", "print('what?')"),
        ("x = 1  # why?", "x = 1  # why?"),
        ("x = a  # (\n!ls", "x = a  # (\npass"),
        ("s = '\\'('\n%cd ..", "s = '\\'('\npass"),
    ],
)
def test_magics_are_replaced_row_for_row(cell, python):
    assert without_magics(cell) == python
    ast.parse(python)


def test_a_cell_magic_of_another_language_leaves_nothing():
    assert without_magics("%%html\n<p>") is None
