"""The project around the files that were given: what is read so that they can be judged, and not reported on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fsdp_lint.files.discovery import Found, discover
from fsdp_lint.files.excluding import Exclusion
from fsdp_lint.files.listing import MARKS, SUFFIXES, entries, listing


class Context(NamedTuple):
    """The files around, in order of their paths, and the folders (absolute) in which they were looked for.

    `walked` are those and the ones in them, as in `Discovery`.
    """

    files: list[Found]
    folders: list[str]
    walked: dict[str, tuple[str, ...]]


NO_CONTEXT = Context([], [], {})


def around(given: Iterable[str], folders: Sequence[str], exclusion: Exclusion) -> Context:
    """The other files of the projects in which the given ones lie, up to the nearest pyproject.toml or .git.

    Outside any project these are the files beside them. `folders` were walked already; what is excluded from its
    project was given on purpose, and has no other files of it around.
    """
    found: dict[str, Found] = {}
    known = {os.path.abspath(name) for name in given}
    done = list(folders)
    walked: dict[str, tuple[str, ...]] = {}
    for folder in sorted({os.path.dirname(name) for name in known}):
        root = None if exclusion.excludes_explicit(folder) else _root(folder)
        if any(_is_inside(root or folder, one) for one in done):
            continue
        done.append(root or folder)
        context = _beside(folder) if root is None else _project(root, exclusion)
        found.update((os.path.abspath(one.name), one) for one in context.files)
        walked.update(context.walked)
    return Context([one for path, one in sorted(found.items()) if path not in known], done[len(folders) :], walked)


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


def _beside(folder: str) -> Context:
    place = os.path.relpath(folder)
    try:
        names = listing(entries(folder))
    except OSError:
        return NO_CONTEXT
    files = [Found(os.path.join(place, name) if place != os.curdir else name, False) for name in names]
    return Context([one for one in files if one.name.endswith(SUFFIXES[0])], [], {place: names})


def _project(root: str, exclusion: Exclusion) -> Context:
    found = discover([os.path.relpath(root)], exclusion)
    return Context(found.files, found.folders, found.walked)
