"""The project around the files that were given: what is read so that they can be judged, and not reported on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from fsdp_lint.files.discovery import SUFFIXES, Found, discover
from fsdp_lint.files.excluding import Exclusion

MARKS = ("pyproject.toml", ".git")


def around(given: Iterable[str], folders: Sequence[str], exclusion: Exclusion) -> list[Found]:
    """The other files of the projects in which the given ones lie, up to the nearest pyproject.toml or .git.

    Outside any project these are the files beside them. `folders` were walked already; what is excluded from its
    project was given on purpose, and has no other files of it around.
    """
    found: dict[str, Found] = {}
    known = {os.path.abspath(name) for name in given}
    walked = list(folders)
    for folder in sorted({os.path.dirname(name) for name in known}):
        root = None if exclusion.excludes_explicit(folder) else _root(folder)
        if any(_is_inside(root or folder, one) for one in walked):
            continue
        walked.append(root or folder)
        names = _beside(folder) if root is None else _project(root, exclusion)
        found.update((os.path.abspath(one.name), one) for one in names)
    return [one for path, one in sorted(found.items()) if path not in known]


def _root(folder: str) -> str | None:
    current = folder
    while not any(os.path.exists(os.path.join(current, mark)) for mark in MARKS):
        above = os.path.dirname(current)
        if above == current:
            return None
        current = above
    return current


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


def _beside(folder: str) -> list[Found]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [Found(os.path.relpath(os.path.join(folder, name)), False) for name in names if name.endswith(SUFFIXES[0])]


def _project(root: str, exclusion: Exclusion) -> list[Found]:
    return discover([os.path.relpath(root)], exclusion).files
