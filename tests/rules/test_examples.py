"""Every rule's own examples: the bad program has the finding, the good one has none."""

from __future__ import annotations

from pathlib import Path

import pytest

import fsdp_lint
from fsdp_lint.rules import RULES

CODES = sorted(RULES)


def codes(folder: Path, text: str) -> list[str]:
    (folder / "program.py").write_text(text)
    return [finding.code for finding in fsdp_lint.lint([folder / "program.py"])]


@pytest.mark.parametrize("code", CODES)
def test_bad_example_has_the_finding(code: str, tmp_path: Path) -> None:
    assert codes(tmp_path, RULES[code].bad) == [code]


@pytest.mark.parametrize("code", CODES)
def test_good_example_is_clean(code: str, tmp_path: Path) -> None:
    assert codes(tmp_path, RULES[code].good) == []


@pytest.mark.parametrize("code", CODES)
def test_file_is_named_after_the_code(code: str) -> None:
    assert RULES[code].find.__module__ == f"fsdp_lint.rules.{code.lower()}"
