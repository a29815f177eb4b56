"""`.gitignore`, `.ignore` and `.git/info/exclude`: what a project does not count as its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from fsdp_lint.files.listing import IGNORE_FILES

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class IgnoreFile(NamedTuple):
    """The patterns of one ignore file; they are relative to `folder`."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, absolute: str, is_folder: bool) -> bool | None:
        """True: ignored; False: taken back with `!`; None: no pattern fits."""
        inside = os.path.relpath(absolute, self.folder).replace(os.sep, "/")
        return self.spec.check_file(inside + "/" if is_folder else inside).include


IgnoreFiles = tuple[IgnoreFile, ...]
"""The ignore files that hold in a folder, those of outer folders first."""


def ignored(absolute: str, is_folder: bool, ignore_files: IgnoreFiles) -> bool:
    """Whether the innermost ignore file that says anything about a path ignores it."""
    for ignore_file in reversed(ignore_files):
        verdict = ignore_file.verdict(absolute, is_folder)
        if verdict is not None:
            return verdict
    return False


def above(folder: str) -> IgnoreFiles:
    """The ignore files of the folders around `folder`, up to the root of its git repository; none without one.

    A folder that they ignore was named on purpose when it is walked, so then they do not hold inside it.
    """
    outer = _outer_folders(folder)
    found = tuple(ignore_file for one in reversed(outer) for ignore_file in inside(one))
    return () if ignored(folder, True, found) else found


def _outer_folders(folder: str) -> list[str]:
    if _is_repository(folder):
        return []
    outer: list[str] = []
    current = folder
    while True:
        parent = os.path.dirname(current)
        if parent == current:
            return []
        outer.append(parent)
        if _is_repository(parent):
            return outer
        current = parent


def _is_repository(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def inside(folder: str) -> Iterator[IgnoreFile]:
    """The ignore files that lie in one folder."""
    exclude = os.path.join(folder, ".git", "info", "exclude")
    for path in (exclude, *(os.path.join(folder, name) for name in IGNORE_FILES)):
        lines = _lines(path)
        if any(line.strip() and not line.startswith("#") for line in lines):
            yield IgnoreFile(folder, _spec(lines))


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            return file.read().splitlines()
    except OSError:
        return []


def _spec(lines: list[str]) -> GitIgnoreSpec:
    """The patterns of an ignore file; one that git would not take either is left out."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in lines if _is_valid(line)])


def _is_valid(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
