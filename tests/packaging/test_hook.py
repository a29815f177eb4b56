"""The pre-commit hook, run by pre-commit itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import KEPT_NAMES, LOST_NAMES

ROOT = Path(__file__).parent.parent.parent
PRE_COMMIT = [sys.executable, "-m", "pre_commit"]


def git(folder, *arguments):
    identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def hook_repository(tmp_path_factory):
    """This tree as a repository of its own, with nothing in it that is not part of the project."""
    folder = tmp_path_factory.mktemp("hook")
    for name in ("fsdp_lint", "guard"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "hook")
    return folder


@pytest.fixture
def project(tmp_path):
    git(tmp_path, "init", "-q")
    return tmp_path


def try_repo(project, hook_repository, cache):
    git(project, "add", ".")
    command = [*PRE_COMMIT, "try-repo", str(hook_repository), "fsdp-lint", "--all-files", "--color", "never"]
    environment = {**os.environ, "PRE_COMMIT_HOME": str(cache)}
    done = subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=400, check=False
    )
    return done.returncode, done.stdout


def test_the_hook_shows_the_finding(project, hook_repository, tmp_path_factory):
    (project / "train.py").write_text(LOST_NAMES)
    status, out = try_repo(project, hook_repository, tmp_path_factory.mktemp("cache"))
    assert status == 1, out
    assert "- hook id: fsdp-lint\n- exit code: 1\n" in out
    assert "FSDP001 error: 1 of 2 parameter groups is empty" in out
    assert " --> train.py:7:32\n" in out


def test_the_hook_passes_what_is_right_and_what_is_excluded(project, hook_repository, tmp_path_factory):
    (project / "train.py").write_text(KEPT_NAMES)
    (project / "third_party").mkdir()
    (project / "third_party" / "train.py").write_text(LOST_NAMES)
    (project / "pyproject.toml").write_text('[tool.fsdp-lint]\nextend-exclude = ["third_party"]\n')
    status, out = try_repo(project, hook_repository, tmp_path_factory.mktemp("cache"))
    assert status == 0, out
    assert "Passed" in out


def test_the_hooks_file_has_a_name_that_is_not_hidden():
    assert (ROOT / "pre-commit-hooks.yaml").readlink() == Path(".pre-commit-hooks.yaml")
