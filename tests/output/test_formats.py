"""The formats for tools."""

from __future__ import annotations

import json

import pytest

from fsdp_lint.finding import Position, Span
from fsdp_lint.output import renderer
from fsdp_lint.output.report import Report
from fsdp_lint.output.style import Style
from tests.output.snapshots import assert_snapshot
from tests.output.stories import story

TOLD = story(
    "train.py",
    ('"self_attn" in n', "empty"),
    ("FSDP(\n        model,\n        mixed_precision=True,\n    )", "flattens: 100 % of it"),
)
NOTEBOOK = story("train.ipynb", ('"mlp" in n', "empty"), ("FSDP(model)", "flattens here"), severity="warning")


def report(*told, colour=False):
    sources = {name: one for story in told for name, one in story.sources.items()}
    return Report([story.finding for story in told], sources, Style(colour))


@pytest.mark.parametrize("output_format", ["concise", "json"])
def test_a_format(output_format):
    assert_snapshot(f"{output_format}/file_and_notebook", renderer(output_format)(report(TOLD, NOTEBOOK)))


def test_concise_in_colour():
    assert_snapshot("concise/colour", renderer("concise")(report(TOLD, colour=True)))


@pytest.mark.parametrize("output_format", ["json", "github"])
def test_nothing_found(output_format):
    assert renderer(output_format)(report()) == {"json": "[]\n", "github": ""}[output_format]


def test_json_is_ascii_whatever_the_file_is_called():
    span = Span("naïve\udcff.py", Position(1, 1), Position(1, 2))
    text = renderer("json")(Report([TOLD.finding._replace(span=span)], {}, Style(False)))
    assert text.isascii()
    assert json.loads(text)[0]["filename"] == "naïve\udcff.py"


def test_github_escapes_what_its_commands_are_made_of():
    span = Span("/src/a,b:c%.py", Position(3, 5), Position(3, 9))
    finding = TOLD.finding._replace(span=span, message="100 %", related=(), help=("one\r\ntwo",))
    assert renderer("github")(Report([finding], {}, Style(False))) == (
        "::error title=fsdp-lint (FSDP001),file=/src/a%2Cb%3Ac%25.py,line=3,endLine=3,col=5,endColumn=9"
        "::/src/a,b:c%25.py:3:5: FSDP001 100 %25%0Aempty%0Ahelp: one%0D%0Atwo\n"
    )


def test_github_leaves_the_columns_of_several_lines_out():
    span = Span("/a.py", Position(3, 5), Position(4, 2))
    finding = TOLD.finding._replace(span=span, severity="warning", label="", related=(), help=())
    line = renderer("github")(Report([finding], {}, Style(False)))
    assert line.startswith("::warning title=fsdp-lint (FSDP001),file=/a.py,line=3,endLine=4::")


def test_github_annotates_a_notebook_as_a_whole():
    span = Span("/a.ipynb", Position(3, 5), Position(3, 9), 7)
    finding = TOLD.finding._replace(span=span, label="", related=(), help=())
    line = renderer("github")(Report([finding], {}, Style(False)))
    assert line.startswith("::error title=fsdp-lint (FSDP001),file=/a.ipynb::/a.ipynb:cell 7:3:5: FSDP001 ")
