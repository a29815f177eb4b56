"""Results that are kept: they change nothing but the time."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from fsdp_lint.cache.folder import KEPT, LOOKED_THROUGH, Folder
from fsdp_lint.cache.results import NO_RESULTS, Results
from fsdp_lint.configuration import Configuration
from fsdp_lint.finding import Finding
from fsdp_lint.linting import files, lint_files
from tests.cli.command import LOST_NAMES, fsdp_lint
from tests.several_files.test_several_files import PROJECTS
from tests.several_files.test_several_files import project as copied

CONFIGURATION = Configuration()


def _findings(paths: Sequence[str], results: Results) -> list[Finding]:
    return lint_files(files(paths, CONFIGURATION), CONFIGURATION, results=results).findings


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_every_change_of_a_file_is_judged_as_without_a_cache(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(project, tmp_path)
    monkeypatch.chdir(folder)
    results = Results(Folder(str(tmp_path / "cache")))
    assert _findings(["."], results) == _findings(["."], NO_RESULTS)
    for path in sorted(folder.rglob("*.py")):
        name = str(path.relative_to(folder))
        before = path.read_bytes()
        for content in (b"", before + b"\n# the same\n", before):
            path.write_bytes(content)
            assert _findings(["."], results) == _findings(["."], NO_RESULTS)
            assert _findings([name], results) == _findings([name], NO_RESULTS)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text(LOST_NAMES)
    return folder


def test_a_damaged_cache_is_as_good_as_none(project: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = fsdp_lint(".", "--cache-dir", str(cache), cwd=project)
    kept = [path for path in cache.rglob("*") if path.is_file() and path.name[0] != "."]
    assert kept
    for path in kept:
        path.write_bytes(b"\x80nonsense")
    assert fsdp_lint(".", "--cache-dir", str(cache), cwd=project) == first
    for path in kept:
        path.write_bytes(b"")
    assert fsdp_lint(".", "--cache-dir", str(cache), cwd=project) == first


def test_without_a_place_to_write_nothing_is_kept_and_nothing_said(project: Path, tmp_path: Path) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("")
    result = fsdp_lint(".", "--cache-dir", str(in_the_way), cwd=project)
    assert (result.status, result.err) == (1, "")
    assert in_the_way.read_text() == ""


def test_the_folder_keeps_itself_out_of_git_and_is_the_users_alone(project: Path) -> None:
    fsdp_lint(".", "--cache-dir", ".cache", cwd=project)
    assert (project / ".cache" / ".gitignore").read_text() == "*\n"
    assert stat.S_IMODE((project / ".cache").stat().st_mode) == 0o700


def test_no_cache_leaves_nothing_behind(project: Path, tmp_path: Path) -> None:
    fsdp_lint(".", "--no-cache", "--cache-dir", str(tmp_path / "cache"), cwd=project)
    assert not (tmp_path / "cache").exists()


def test_the_environment_names_the_folder(project: Path, tmp_path: Path) -> None:
    fsdp_lint(".", cwd=project, FSDP_LINT_CACHE_DIR=str(tmp_path / "named"))
    assert (tmp_path / "named" / ".gitignore").exists()


def test_what_nobody_used_for_long_is_removed(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "cache"))
    for name in ("aaold", "bbnew"):
        folder.write(name, b"content")
    old = tmp_path / "cache" / "aa" / "old"
    long_ago = old.stat().st_mtime - KEPT - LOOKED_THROUGH
    os.utime(old, (long_ago, long_ago))
    folder.prune()
    assert folder.read("aaold") is None
    assert folder.read("bbnew") == b"content"


def test_what_was_used_lately_is_kept(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "cache"))
    folder.write("aaold", b"content")
    old = tmp_path / "cache" / "aa" / "old"
    long_ago = old.stat().st_mtime - KEPT - LOOKED_THROUGH
    os.utime(old, (long_ago, long_ago))
    folder.read("aaold")
    folder.prune()
    assert folder.read("aaold") == b"content"
