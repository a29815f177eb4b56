"""What holds of every fix, over the programs that `tests/agreement` writes (none of which is run here)."""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from typing import NamedTuple

import pytest

import fsdp_lint
from fsdp_lint.finding import Finding
from tests.agreement.linting import Linted, lint, lying
from tests.agreement.space import Recipe, is_valid, sample
from tests.agreement.writing import write
from tests.fixes.test_fixtures import rows

Files = dict[str, str]


LATE = [
    Recipe(library=library, wrap_at="last", selection=selection, frame=frame, optimizer=optimizer)
    for library in ("fsdp1", "fairscale", "fsdp2")
    for selection in ("all", "trainable")
    for frame in ("inline", "script")
    for optimizer in ("SGD", "AdamW")
]
"""Optimizers that are built before the wrap, of which a sample has few that can move."""


class Fixed(NamedTuple):
    """A program, what is found in it, and what becomes of it."""

    before: Files
    findings: list[Finding]
    rows: dict[str, set[int]]
    """The lines of each file that the findings and their fixes name."""
    linted: Linted

    def results(self) -> list[Files]:
        """The program after the safe fixes, and after all of them, where these change anything."""
        return [one for one in (self.linted.fixed, self.linted.unsafely_fixed) if one is not None]


@pytest.fixture(scope="module")
def programs() -> list[Fixed]:
    """Those of a hundred programs, and of some whose optimizer can move, in which something is fixed."""
    found: list[Fixed] = []
    for recipe in [*sample(100, seed=11), *filter(is_valid, LATE)]:
        script = write(recipe)
        linted = lint(script)
        if linted.fixed or linted.unsafely_fixed:
            with lying(script | {"pyproject.toml": ""}) as folder:
                findings = [one for one in fsdp_lint.lint([folder]) if one.fix is not None]
                found.append(Fixed(script, findings, rows(findings, folder), linted))
    assert len(found) > 20
    return found


def test_fixing_again_changes_nothing(programs: list[Fixed]) -> None:
    for one in programs:
        if one.linted.fixed is not None:
            assert lint(one.linted.fixed).fixed is None
        if one.linted.unsafely_fixed is not None:
            again = lint(one.linted.unsafely_fixed)
            assert (again.fixed, again.unsafely_fixed) == (None, None)


def test_every_file_parses_afterwards(programs: list[Fixed]) -> None:
    for after in (after for one in programs for after in one.results()):
        for text in after.values():
            ast.parse(text)


def test_only_lines_that_the_findings_name_are_touched(programs: list[Fixed]) -> None:
    for one in programs:
        for after in one.results():
            for name, text in after.items():
                assert touched(one.before[name], text) <= one.rows.get(name, set()), (name, text)


def touched(before: str, after: str) -> set[int]:
    """The lines of a text that are other ones or elsewhere afterwards, where lines came the one above."""
    lines = before.splitlines(), after.splitlines()
    blocks = difflib.SequenceMatcher(None, *lines, autojunk=False).get_opcodes()
    return {row for kind, first, end, _, _ in blocks if kind in ("replace", "delete") for row in range(first + 1, end + 1)}


def test_moving_a_statement_leaves_the_same_lines(programs: list[Fixed]) -> None:
    moved = [one for one in programs if {finding.code for finding in one.findings} == {"FSDP004"}]
    assert len(moved) > 5
    for one in moved:
        for after in [after for after in one.results() if after is one.linted.unsafely_fixed]:
            for name, text in after.items():
                assert Counter(text.splitlines()) == Counter(one.before[name].splitlines())
