"""A folder in which the real command line is run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from fsdp_lint.cli import command


class Ran(NamedTuple):
    status: int
    output: str


def copied(files: Path, folder: Path) -> Path:
    """A copy of a fixture's files, as a project of its own."""
    copy = Path(shutil.copytree(files, folder / files.parent.name))
    (copy / "pyproject.toml").touch()
    return copy


def run(folder: Path, *arguments: str, stdin: bytes | None = None) -> Ran:
    """fsdp-lint in a folder: what it writes to both streams, in that order."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        done = CliRunner().invoke(command, ["--isolated", *arguments], input=stdin, standalone_mode=False)
    finally:
        os.chdir(here)
    if done.exception is not None:
        raise done.exception
    return Ran(done.return_value, done.output)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its name in it."""
    files = {str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}
    return {name: data for name, data in files.items() if "__pycache__" not in name}
