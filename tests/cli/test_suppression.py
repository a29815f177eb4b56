from __future__ import annotations

import json

import pytest

from tests.cli.command import LOST_NAMES, concise, fsdp_lint

LINES = LOST_NAMES.splitlines()
WRAP, SELECTION, OPTIMIZER, UNRELATED = 6, 7, 9, 2


def lint_with(tmp_path, row, comment):
    lines = list(LINES)
    lines[row - 1] += comment
    (tmp_path / "train.py").write_text("\n".join(lines) + "\n")
    return concise("train.py", cwd=tmp_path)


@pytest.mark.parametrize("row", [WRAP, SELECTION, OPTIMIZER])
def test_a_comment_on_any_line_of_the_story_suppresses(tmp_path, row):
    assert lint_with(tmp_path, row, "  # noqa: FSDP001") == []


def test_a_comment_on_another_line_does_not(tmp_path):
    assert len(lint_with(tmp_path, UNRELATED, "  # noqa: FSDP001")) == 1


@pytest.mark.parametrize(
    "comment",
    [
        "  # noqa",
        "  #noqa",
        "  # NOQA: fsdp001",
        "  # noqa:FSDP001",
        "  # noqa: E501, FSDP001",
        "  # noqa: FSDP001 E501",
        "  # a reason  # noqa: FSDP001",
        "  # noqa: FSDP001 (the groups are equal)",
    ],
)
def test_spellings_that_suppress(tmp_path, comment):
    assert lint_with(tmp_path, SELECTION, comment) == []


@pytest.mark.parametrize("comment", ["  # noqa: E501", "  # noqa: FSDP002", "  # noqa: because", "; s = '# noqa'"])
def test_spellings_that_do_not_suppress(tmp_path, comment):
    assert len(lint_with(tmp_path, SELECTION, comment)) == 1


def test_the_last_line_of_a_place_counts(tmp_path):
    text = LOST_NAMES.replace("FSDP(model)", "FSDP(\n        model,\n    )  # noqa: FSDP001")
    (tmp_path / "train.py").write_text(text)
    assert concise("train.py", cwd=tmp_path) == []


def test_a_comment_in_a_notebook_counts_in_its_cell(tmp_path):
    cells = [{"cell_type": "code", "source": "import os"}, {"cell_type": "code", "source": LOST_NAMES}]
    notebook = tmp_path / "train.ipynb"
    notebook.write_text(json.dumps({"cells": cells}))
    assert len(concise("train.ipynb", cwd=tmp_path)) == 1
    notebook.write_text(notebook.read_text().replace("= FSDP(model)", "= FSDP(model)  # noqa: FSDP001"))
    assert concise("train.ipynb", cwd=tmp_path) == []


def test_verbose_tells_unused_and_unknown_codes(tmp_path):
    (tmp_path / "train.py").write_text(
        LOST_NAMES.replace("FSDP(model)", "FSDP(model)  # noqa: FSDP001, FSDP004, FSDP999, E501")
    )
    result = fsdp_lint("--verbose", "train.py", cwd=tmp_path)
    assert result.status == 0
    assert "fsdp-lint: train.py:6:1: `# noqa: FSDP004` suppresses nothing\n" in result.err
    assert "fsdp-lint: train.py:6:1: `# noqa: FSDP999` names no rule\n" in result.err
    assert "E501" not in result.err
    assert "FSDP001" not in result.err
