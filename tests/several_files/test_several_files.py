"""Every folder here is a project of several files: the verdict in one of them, and what a person is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fsdp_lint
from tests.programs import expectation

FOLDER = Path(__file__).parent
PROJECTS = sorted(path for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_"))


def project(path: Path, folder: Path) -> Path:
    """A copy of a project, in which nothing lies around it."""
    copy = Path(shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("*.txt", "__pycache__")))
    (copy / "pyproject.toml").touch()
    return copy


@pytest.mark.parametrize("path", PROJECTS, ids=lambda path: path.name)
def test_verdict(path: Path, tmp_path: Path) -> None:
    copy = project(path, tmp_path)
    texts = {str(one): one.read_text() for one in copy.rglob("*.py")}
    (stated,) = (expectation.read(text) for text in texts.values() if "# expect:" in text)
    findings = fsdp_lint.lint([copy])
    if stated.verdict == "clean":
        assert findings == []
        return
    assert {(one.code, one.severity) for one in findings} == {(code, "error") for code in stated.codes}
    for one in findings:
        line = texts[one.span.filename].splitlines()[one.span.start.row - 1]
        assert line.endswith("#!"), one


def shown(path: Path, folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "fsdp_lint", *arguments]
    environment = os.environ | {"PYTHONPATH": str(Path(fsdp_lint.__file__).parents[1])}
    return subprocess.run(command, cwd=project(path, folder), capture_output=True, text=True, env=environment).stdout


def test_a_story_runs_through_all_its_files(tmp_path: Path) -> None:
    path = FOLDER / "package_reexport"
    assert shown(path, tmp_path, "--output-format", "full") == (path / "full.txt").read_text()


def test_a_finding_belongs_to_the_file_of_its_first_place(tmp_path: Path) -> None:
    path = FOLDER / "package_reexport"
    assert "Found 1 error." in shown(path, tmp_path / "a", "--output-format", "concise", "shop/optim.py")
    assert "All checks passed!" in shown(path, tmp_path / "b", "--output-format", "concise", "scripts/train.py")


def test_standard_input_is_seen_in_the_project_around_its_name(tmp_path: Path) -> None:
    copy = project(FOLDER / "package_reexport", tmp_path)
    text = (copy / "shop" / "optim.py").read_text()
    command = [sys.executable, "-m", "fsdp_lint", "--stdin-filename", "shop/optim.py", "--output-format", "concise", "-"]
    environment = os.environ | {"PYTHONPATH": str(Path(fsdp_lint.__file__).parents[1])}
    run = subprocess.run(command, cwd=copy, input=text, capture_output=True, text=True, env=environment)
    assert re.match(r"shop/optim\.py:5:\d+: FSDP001 ", run.stdout)


def test_without_a_project_the_files_beside_are_read(tmp_path: Path) -> None:
    path = FOLDER / "config_dataclass_loses"
    copy = project(path, tmp_path)
    (copy / "pyproject.toml").unlink()
    assert [one.code for one in fsdp_lint.lint([copy / "groups.py"])] == ["FSDP001"]


def test_files_that_cannot_be_read_cost_nothing_but_themselves(tmp_path: Path) -> None:
    copy = project(FOLDER / "two_mains_share_a_helper", tmp_path)
    (copy / "broken.py").write_text("from fsdp import main\nfrom torch.nn.parallel import DistributedDataParallel (\n")
    (copy / "latin.py").write_bytes("from fsdp import main\nname = 'é'\nDistributedDataParallel\n".encode("latin-1"))
    (copy / "link.py").symlink_to(copy / "nowhere.py")
    assert "FSDP001" in {one.code for one in fsdp_lint.lint([copy / "groups.py"])}


def test_a_given_file_is_no_context_of_another_one(tmp_path: Path) -> None:
    copy = project(FOLDER / "config_dataclass_loses", tmp_path)
    given = [copy / "config.py", copy / "groups.py", copy / "train.py"]
    assert [(one.code, Path(one.span.filename).name) for one in fsdp_lint.lint(given)] == [("FSDP001", "groups.py")]
