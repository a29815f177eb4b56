"""Which files are looked at: those that were given, and those found in the folders that were given."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fsdp_lint.files import ignoring
from fsdp_lint.files.excluding import Exclusion
from fsdp_lint.files.listing import IGNORE_FILES, SUFFIXES, entries, listing


class Found(NamedTuple):
    """A file to look at; `name` is its path as the user wrote it, `explicit` whether it was given itself."""

    name: str
    explicit: bool


class Discovery(NamedTuple):
    """The files in order of their names, each once, the given paths that do not exist, and the folders (absolute).

    `walked` are the folders that were looked through for them, as paths like theirs, with what was seen in each.
    """

    files: list[Found]
    missing: list[str]
    folders: list[str]
    walked: dict[str, tuple[str, ...]]


def discover(paths: Sequence[str], exclusion: Exclusion, force_exclude: bool = False) -> Discovery:
    """Find files as ruff does.

    A file that is given is always taken (unless `force_exclude`); a folder is walked for `.py` and `.ipynb` files, past
    excluded and ignored ones. Links to files are read, links to folders are not followed, so no loop is possible.
    """
    found: dict[str, Found] = {}
    missing: list[str] = []
    folders: list[str] = []
    walked: dict[str, tuple[str, ...]] = {}
    for path in paths:
        name = os.path.normpath(path)
        if force_exclude and exclusion.excludes_explicit(name):
            continue
        if os.path.isdir(name):
            folders.append(os.path.abspath(name))
            for one in _walk(name, exclusion, walked):
                found.setdefault(os.path.abspath(one), Found(one, False))
        elif os.path.lexists(name):
            found[os.path.abspath(name)] = Found(name, True)
        else:
            missing.append(path)
    return Discovery(sorted(found.values()), missing, folders, walked)


def _walk(top: str, exclusion: Exclusion, walked: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """The files below a folder that is walked, as paths that begin with its own; `walked` gets the folders."""
    prefix = "" if top == os.curdir else os.path.join(top, "")
    absolute_top = os.path.abspath(top)
    pending = [(top, prefix, ignoring.above(absolute_top))]
    while pending:
        folder, prefix, ignore_files = pending.pop()
        try:
            found = entries(folder)
        except OSError:
            continue
        walked[folder] = listing(found)
        if any(name in IGNORE_FILES or name == ".git" for name in walked[folder]):
            ignore_files = (*ignore_files, *ignoring.inside(os.path.abspath(folder)))
        for entry in found:
            name = entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not name.endswith(SUFFIXES):
                continue
            path = prefix + name
            if exclusion.excludes(name, path):
                continue
            if ignore_files and ignoring.ignored(os.path.abspath(path), is_folder, ignore_files):
                continue
            if is_folder:
                pending.append((path, os.path.join(path, ""), ignore_files))
            else:
                yield path
