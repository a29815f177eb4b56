"""The full format, as people see it: every picture is a file in `snapshots/`."""

from __future__ import annotations

import pytest

from fsdp_lint.finding import Finding, Position, Related, Span
from fsdp_lint.output import renderer
from fsdp_lint.output.report import Report
from fsdp_lint.output.style import Style
from tests.output.snapshots import assert_snapshot
from tests.output.stories import Story, at, source, story

FLATTENS = (
    "FSDP(model, mixed_precision=True)",
    "fairscale flattens here (flatten_parameters=True is the default): "
    "every name becomes `_fsdp_wrapped_module.flat_param_0`",
)

STORIES = {
    "story": story(
        "train.py",
        ('"self_attn" in n', "empty"),
        FLATTENS,
        ('"mlp" in n', "empty"),
        ("AdamW([{", "everything trains with lr=2e-5; lr=1e-4 reaches no parameter"),
        help=(
            "pass flatten_parameters=False to FSDP",
            "or keep flattening and wrap each group's modules (self_attn, mlp) as units of their own, so that every "
            "unit has a flat parameter whose name holds the path of the unit",
        ),
    ),
    "one place": story("train.py", ("FSDP(model, mixed_precision=True)", "flattens here"), severity="warning"),
    "one place at the start": story("train.py", ('"""Fine-tune."""', "here")),
    "no label": story("train.py", ('"mlp" in n', "")),
    "several on one line": story(
        "train.py",
        ('FSDP(model).named_parameters() if "mlp" in n', "no name contains it any more"),
        ("AdamW([p for", "trains nothing"),
        ("lr=1e-4)", "lost"),
    ),
    "nested on one line": story(
        "train.py",
        ("FSDP(model).named", "flattens"),
        ('FSDP(model).named_parameters() if "mlp" in n', "no name contains it any more"),
    ),
    "same place twice": story("train.py", ('"mlp" in n', "empty"), ('"mlp" in n', "and looked at here")),
    "far right": story("train.py", ('"attn" not in n', "every name is chosen here: nothing is left out of this group")),
    "several lines": story(
        "train.py", ("FSDP(\n        model,\n        mixed_precision=True,\n    )", "flattens here")
    ),
    "one line between": story("train.py", ('"self_attn" in n', "empty"), (FLATTENS[0], "flattens here")),
    "tabs": story("characters.py", ('FSDP(model, "\t")', "flattens"), ("def tabs", "in here")),
    "wide": story("characters.py", ('FSDP(model, "日本語")', "flattens"), ('"日本語"', "本")),
    "combining": story("characters.py", ("FSDP(model)\n    bell", "flattens")),
    "control": story("characters.py", ('"\x07\x1b[31m", FSDP(model)', "the terminal does not hear it")),
    "long line": story("long.py", ("FSDP(model)", "flattens here")),
    "long line with marks far apart": story("long.py", ('"layer_1"', "first"), ('"block_59"', "last")),
}


def full(told: Story, *, colour: bool = False, width: int = 160) -> str:
    return renderer("full")(Report([told.finding], told.sources, Style(colour), width))


@pytest.mark.parametrize("name", STORIES)
def test_a_story(name):
    assert_snapshot(f"full/{name}", full(STORIES[name]))


def test_on_a_narrow_terminal():
    assert_snapshot("full/narrow", full(STORIES["story"], width=72))


def test_in_colour():
    assert_snapshot("full/colour", full(STORIES["several on one line"], colour=True))


def test_places_in_other_files_follow_in_frames_of_their_own():
    told = STORIES["one place"]
    other = source("long.py")
    elsewhere = Related(at(other, "FSDP(model)"), "flattens here")
    gone = Related(Span("gone.py", Position(1200, 5), Position(1200, 9)), "nobody knows this file")
    finding = told.finding._replace(related=(elsewhere, gone))
    assert_snapshot("full/other files", full(Story(finding, {**told.sources, "long.py": other})))


def test_places_in_other_cells_of_a_notebook_follow_in_frames_of_their_own():
    told = story("train.ipynb", ('"mlp" in n', "empty"), ("FSDP(model)", "flattens here"))
    assert_snapshot("full/notebook", full(told))


def test_a_file_without_lines():
    finding = Finding("FSDP000", "unreadable-file", "error", "the file is empty of sense", place("bad.py", 3, 5))
    assert_snapshot("full/no source", full(Story(finding, {})))


def test_a_place_after_the_end_of_a_line():
    told = STORIES["one place"]
    finding = told.finding._replace(span=place("train.py", 5, 1), label="something is missing here")
    assert_snapshot("full/end of line", full(Story(finding, told.sources)))


def place(name: str, row: int, column: int) -> Span:
    return Span(name, Position(row, column), Position(row, column))


def test_several_findings_and_the_closing_line():
    told = [STORIES["one place"], STORIES["no label"]]
    sources = {name: one for story in told for name, one in story.sources.items()}
    report = Report([story.finding for story in told], sources, Style(False))
    assert_snapshot("full/several findings", renderer("full")(report))


def test_nothing_found():
    assert renderer("full")(Report([], {}, Style(False))) == "All checks passed!\n"


def test_nothing_found_and_nothing_to_say():
    assert renderer("full")(Report([], {}, Style(False), closing=False)) == ""


@pytest.mark.parametrize(
    ("errors", "warnings", "line"),
    [(1, 0, "Found 1 error."), (2, 1, "Found 2 errors and 1 warning."), (0, 2, "Found 2 warnings.")],
)
def test_the_closing_line_counts(errors, warnings, line):
    finding = STORIES["one place"].finding
    findings = [finding._replace(severity="error")] * errors + [finding._replace(severity="warning")] * warnings
    assert renderer("concise")(Report(findings, {}, Style(False))).splitlines()[-1] == line
