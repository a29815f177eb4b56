"""Files are found as ruff finds them: ruff itself is asked about each of these trees."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fsdp_lint.files.discovery import Found, discover
from fsdp_lint.files.excluding import USUALLY_EXCLUDED, Exclusion

RUFF = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")


def grow(root, *paths, **texts):
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(texts.get(path, ""))


def found(root, *paths, exclude=USUALLY_EXCLUDED, force=False):
    discovery = discover([str(root / path) for path in paths or ["."]], Exclusion(exclude, str(root)), force)
    return [Path(one.name).relative_to(root).as_posix() for one in discovery.files]


def found_by_ruff(root, *options):
    assert RUFF is not None
    command = [RUFF, "check", "--isolated", "--no-cache", "--show-files", *options, str(root)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    paths = [Path(line).relative_to(root) for line in listed]
    return sorted(path.as_posix() for path in paths if path.suffix in (".py", ".ipynb"))


PLAIN = (
    "a.py",
    "b.ipynb",
    "c.pyi",
    "d.txt",
    "e.PY",
    "pkg/__init__.py",
    "pkg/deep/er/f.py",
    ".hidden/g.py",
    "h.py/i.py",
)


def test_python_files_and_notebooks_in_folders(tmp_path):
    grow(tmp_path, *PLAIN)
    expected = [".hidden/g.py", "a.py", "b.ipynb", "h.py/i.py", "pkg/__init__.py", "pkg/deep/er/f.py"]
    assert found(tmp_path) == expected
    assert found_by_ruff(tmp_path) == expected


def test_the_usual_folders_are_left_out(tmp_path):
    grow(tmp_path, "kept.py", *(f"{name}/left_out.py" for name in USUALLY_EXCLUDED), "sub/venv/x.py", "venv2/y.py")
    assert found(tmp_path) == ["kept.py", "venv2/y.py"]
    assert found_by_ruff(tmp_path) == ["__pycache__/left_out.py", "build/left_out.py", "kept.py", "venv2/y.py"]


@pytest.mark.parametrize(
    "ignore_files",
    [
        {".gitignore": "ignored\n"},
        {".gitignore": "/a.py\n*.ipynb\n"},
        {".gitignore": "*.py\n!keep.py\n"},
        {".gitignore": "sub/\n!sub/keep.py\n"},
        {".gitignore": "sub/*\n!sub/keep.py\n"},
        {".gitignore": "sub/a.py\n", "sub/.gitignore": "!a.py\nkeep.py\n"},
        {".gitignore": "**/deep\n"},
        {".gitignore": "# only\n\n   \n"},
        {".gitignore": "[a-c].py\n"},
        {".gitignore": "a.py\\ \n\\#x.py\n"},
        {".ignore": "a.py\n"},
        {".gitignore": "a.py\n", ".ignore": "!a.py\n"},
        {".git/info/exclude": "keep.py\n"},
        {"sub/.gitignore": "/deep/\n"},
    ],
    ids=lambda files: " ".join(f"{name}={text!r}" for name, text in files.items()),
)
def test_ignore_files(tmp_path, ignore_files):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    grow(tmp_path, "a.py", "keep.py", "n.ipynb", "#x.py", "ignored/b.py", "sub/a.py", "sub/keep.py", "sub/deep/c.py")
    for name, text in ignore_files.items():
        grow(tmp_path, name, **{name: text})
    assert found(tmp_path) == found_by_ruff(tmp_path)


def test_ignore_files_above_the_given_folder_hold(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    grow(tmp_path, ".gitignore", "sub/a.py", "sub/b.py", **{".gitignore": "a.py\n"})
    assert found(tmp_path, "sub") == ["sub/b.py"]


def test_a_folder_that_is_ignored_is_walked_when_it_is_given(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    grow(tmp_path, ".gitignore", "out/a.py", **{".gitignore": "out/\n"})
    assert found(tmp_path) == []
    assert found(tmp_path, "out") == ["out/a.py"]


@pytest.mark.parametrize(
    "pattern",
    [
        "a.py",
        "sub",
        "sub/a.py",
        "sub/*",
        "*.py",
        "sub/**/c.py",
        "**/c.py",
        "s?b",
        "[ab].py",
        "{a,keep}.py",
        "de*p",
        "/a.py",
    ],
)
def test_exclude_patterns(tmp_path, pattern):
    grow(tmp_path, "a.py", "b.py", "keep.py", "sub/a.py", "sub/deep/c.py", "c.py")
    (tmp_path / "ruff.toml").write_text(f"extend-exclude = ['{pattern}']\n")
    listed = found_by_ruff_with(tmp_path / "ruff.toml")
    assert found(tmp_path, exclude=(*USUALLY_EXCLUDED, pattern)) == listed


def found_by_ruff_with(settings):
    assert RUFF is not None
    command = [RUFF, "check", "--no-cache", "--show-files", "--config", str(settings), "."]
    listed = subprocess.run(
        command, cwd=settings.parent, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    paths = [Path(line).relative_to(settings.parent) for line in listed]
    return sorted(path.as_posix() for path in paths if path.suffix in (".py", ".ipynb"))


def test_a_given_file_is_taken_whatever_its_name(tmp_path):
    grow(tmp_path, "script", "stub.pyi", "venv/x.py")
    assert found(tmp_path, "script", "stub.pyi", "venv/x.py") == ["script", "stub.pyi", "venv/x.py"]


def test_force_exclude_leaves_given_files_out(tmp_path):
    grow(tmp_path, "a.py", "venv/x.py")
    assert found(tmp_path, "a.py", "venv/x.py", force=True) == ["a.py"]


def test_links_to_files_are_read_and_links_to_folders_are_not_followed(tmp_path):
    grow(tmp_path, "a.py", "sub/b.py")
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "folder").symlink_to("sub")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    assert found(tmp_path) == ["a.py", "link.py", "sub/b.py"]
    assert found_by_ruff(tmp_path) == ["a.py", "link.py", "sub/b.py"]


def test_names_are_as_the_user_wrote_them_each_once(tmp_path, monkeypatch):
    grow(tmp_path, "sub/a.py", "b.py")
    monkeypatch.chdir(tmp_path)
    discovery = discover(["./sub", "sub/a.py", "b.py", "sub/../b.py", "."], Exclusion((), str(tmp_path)))
    assert discovery.files == [Found("b.py", True), Found("sub/a.py", True)]


def test_missing_paths_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert discover(["gone", "gone.py"], Exclusion((), str(tmp_path))).missing == ["gone", "gone.py"]
