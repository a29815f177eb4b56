"""Every program in this folder: the verdict in its first line, and for a flagged one what a person is shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import fsdp_lint
from fsdp_lint.rules import RULES
from tests.programs import expectation
from tests.programs.rendering import rendered

FOLDER = Path(__file__).parent
PROGRAMS = sorted(FOLDER.glob("*/*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_verdict(path: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    findings = fsdp_lint.lint([shutil.copy(path, tmp_path)])
    assert expectation.met(expectation.read(path.read_text()), findings), "\n".join(map(str, findings)) or "no finding"


@pytest.mark.parametrize("path", [p for p in PROGRAMS if "# expect: clean" not in p.read_text()], ids=name_of)
def test_what_a_person_is_shown(path: Path) -> None:
    assert rendered(path) == path.with_suffix(".txt").read_text()


def test_every_rule_is_met_and_passed() -> None:
    expected = [expectation.read(path.read_text()) for path in PROGRAMS]
    flagged = {code for one in expected for code in one.codes}
    assert flagged >= set(RULES) - {"FSDP000"}
    assert any(one.verdict == "clean" for one in expected)
