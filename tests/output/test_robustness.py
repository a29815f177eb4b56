"""Whatever the code and the places are: a picture, no exception, and no line wider than asked for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fsdp_lint.files.source import Source
from fsdp_lint.finding import Finding, Position, Related, Span
from fsdp_lint.output import renderer
from fsdp_lint.output.columns import width
from fsdp_lint.output.report import Report
from fsdp_lint.output.style import Style

TEXTS = st.text(st.one_of(st.sampled_from("ab \t\n日\u0301\u200d\x07"), st.characters(codec="utf-8")), max_size=400)
LABELS = st.text(st.sampled_from("some words `x`"), max_size=150)
NUMBERS = st.integers(1, 250)


@st.composite
def spans(draw):
    row, column = draw(st.integers(1, 12)), draw(NUMBERS)
    end = draw(st.sampled_from([row, row, row + 1, row + 5]))
    return Span("a.py", Position(row, column), Position(end, draw(NUMBERS)))


@settings(max_examples=300, deadline=None)
@given(TEXTS, spans(), LABELS, st.lists(st.tuples(spans(), LABELS), max_size=5), st.sampled_from([60, 80, 160]))
def test_any_story_is_drawn(text, primary, label, related, columns):
    finding = Finding("FSDP001", "name", "error", "headline", primary, label, tuple(Related(*one) for one in related))
    report = Report([finding], {"a.py": Source("a.py", text)}, Style(False), columns)
    drawn = renderer("full")(report)
    assert drawn.startswith("FSDP001 error: headline\n")
    assert drawn.endswith("Found 1 error.\n")
    code = [line for line in drawn.split("\n") if line[:1].isdigit() or line[:2].strip().isdigit()]
    assert all(width(line) <= columns for line in code)
