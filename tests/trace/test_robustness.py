"""The whole analysis over real code without any sharding: every function is entered, and nothing is found."""

from __future__ import annotations

import random
import sysconfig
from pathlib import Path

import libcst
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from fsdp_lint.extract import Unparsable, extract
from fsdp_lint.link.program import link
from fsdp_lint.rules import drafts
from fsdp_lint.rules.evidence import gather
from fsdp_lint.rules.rule import Draft
from fsdp_lint.trace.entries import trace
from fsdp_lint.trace.relevance import Relevance

LARGEST = 40_000
PROGRAMS = sorted((Path(__file__).parent.parent / "programs").glob("*/*.py"))


def files_of(folder: Path, count: int) -> list[Path]:
    """The same files each time, spread over the folder."""
    found = sorted(p for p in folder.rglob("*.py") if "site-packages" not in p.relative_to(folder).parts)
    small = [path for path in found if path.stat().st_size < LARGEST]
    return random.Random(folder.name).sample(small, count)


SAMPLE = [
    *files_of(Path(sysconfig.get_path("stdlib")), 60),
    *files_of(Path(torch.__file__).parent / "nn", 40),
    *files_of(Path(libcst.__file__).parent, 20),
]


def analysed(text: str) -> list[Draft]:
    try:
        facts = extract(text)
    except Unparsable:
        return []
    return drafts(gather(trace(link([(Path("/program.py"), facts)]))))


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.name)
def test_nothing_is_found_where_nothing_is_sharded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Relevance, "wraps", lambda _self, _record: True)
    monkeypatch.setattr(Relevance, "has_purpose", lambda _self, _record: True)
    assert analysed(path.read_text(encoding="utf-8", errors="replace")) == []


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PROGRAMS), st.data())
def test_a_program_with_lines_moved_or_missing_is_analysed(path: Path, data: st.DataObject) -> None:
    lines = path.read_text().splitlines(keepends=True)
    kept = data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=len(lines)))
    found = analysed("".join(lines[index] for index in kept))
    assert all(draft.code.startswith("FSDP") for draft in found)
