"""Every folder here is a project before `--fix` and after it; `output.txt` is what is said.

In `unsafe/`, where there is one, it is as `--fix --unsafe-fixes` leaves it.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import fsdp_lint
from fsdp_lint.finding import Finding, Span
from tests.fixes.project import contents, copied, run

FOLDER = Path(__file__).parent
FIXTURES = sorted(path.parent for path in FOLDER.glob("*/before"))
FIXED = [path for path in FIXTURES if contents(path / "before") != contents(path / "after")]
FIX = ("--fix", "--output-format", "concise")


def name_of(path: Path) -> str:
    return path.name


def written(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if name != "pyproject.toml"}


@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_the_files_are_as_they_should_be_byte_for_byte(path: Path, tmp_path: Path) -> None:
    copy = copied(path / "before", tmp_path)
    said = run(copy, *FIX)
    assert written(copy) == written(path / "after")
    assert said.output == (path / "output.txt").read_text()
    assert said.status == int("remaining" not in said.output and "Found" in said.output)


@pytest.mark.parametrize("path", FIXED, ids=name_of)
def test_nothing_is_found_afterwards_and_fixing_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = copied(path / "after", tmp_path)
    assert run(copy, *FIX).output == "All checks passed!\n"
    assert written(copy) == written(path / "after")


@pytest.mark.parametrize("path", FIXED, ids=name_of)
def test_only_lines_that_the_findings_name_are_touched(path: Path, tmp_path: Path) -> None:
    named = rows(fsdp_lint.lint([copied(path / "before", tmp_path)]), tmp_path / path.name)
    for name, after in written(path / "after").items():
        before = written(path / "before")[name].splitlines()
        blocks = difflib.SequenceMatcher(None, before, after.splitlines(), autojunk=False).get_opcodes()
        for kind, first, end, _, _ in blocks:
            if kind != "equal" and not name.endswith(".ipynb"):
                touched = set(range(first + 1, end + 1)) or {first, first + 1}
                assert touched & named[name] if kind == "insert" else touched <= named[name]


def rows(findings: list[Finding], folder: Path) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for one in findings:
        assert one.fix is not None
        for span in [one.span, *(r.span for r in one.related), *(edit.span for edit in one.fix.edits)]:
            found.setdefault(name_in(span, folder), set()).update(range(span.start.row, span.end.row + 1))
    return found


def name_in(span: Span, folder: Path) -> str:
    return str(Path(span.filename).relative_to(folder)) if Path(span.filename).is_absolute() else span.filename


@pytest.mark.parametrize("path", [one for one in FIXTURES if (one / "unsafe").is_dir()], ids=name_of)
def test_unsafe_fixes_are_made_only_when_they_are_asked_for(path: Path, tmp_path: Path) -> None:
    copy = copied(path / "before", tmp_path)
    count = len(fsdp_lint.lint([copy]))
    said = run(copy, *FIX, "--unsafe-fixes")
    assert said == (0, f"Found {count} finding{'s' * (count > 1)} ({count} fixed, 0 remaining).\n")
    assert written(copy) == written(path / "unsafe")


def test_one_file_of_the_project_is_enough_to_mend_another(tmp_path: Path) -> None:
    path = FOLDER / "given_in_another_file"
    copy = copied(path / "before", tmp_path)
    run(copy, *FIX, "shop/train.py")
    assert written(copy) == written(path / "after")
