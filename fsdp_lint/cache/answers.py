"""Keeps the answer to a command for when it is given again."""

from __future__ import annotations

import marshal
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from fsdp_lint.cache.asking import NEVER_THE_SAME, name_of, question
from fsdp_lint.cache.folder import Folder
from fsdp_lint.cache.seen import Basis
from fsdp_lint.cache.signatures import content, settled, settled_folder
from fsdp_lint.files.listing import IGNORE_FILES, MARKS

_EXCLUDE = os.path.join(".git", "info", "exclude")


class Answer(NamedTuple):
    """What a command wrote to standard output and to standard error, and its exit status."""

    out: str
    err: str
    status: int


def keep(folder: Folder, arguments: Sequence[str], basis: Basis, answer: Answer) -> None:
    """Keep the answer to a command."""
    if not NEVER_THE_SAME.isdisjoint(arguments):
        return
    asked = question(arguments)
    kept: Any = (
        asked,
        [(mark, settled(mark, basis.began), content(mark)) for mark in _marks(basis)],
        [(name, settled_folder(name, basis.began), tuple(listed)) for name, listed in basis.walked.items()],
        [(name, seen.signature, (seen.mark, seen.content, dict(seen.told))) for name, seen in basis.files.items()],
        tuple(answer),
    )
    folder.write(name_of(asked), marshal.dumps(kept))


def _marks(basis: Basis) -> list[str]:
    """The files, there or not, that say where a project begins, how it is configured, and what it ignores."""
    folders = {os.path.abspath(name) for name in (*basis.walked, *map(os.path.dirname, basis.files), os.curdir)}
    above = set[str]()
    for folder in folders:
        while folder not in above:
            above.add(folder)
            folder = os.path.dirname(folder)
    within = {os.path.abspath(name): listed for name, listed in basis.walked.items()}
    found: list[str] = []
    for folder in sorted(above):
        listed = within.get(folder, (*MARKS, *IGNORE_FILES))
        found += [os.path.join(folder, name) for name in (*MARKS, *IGNORE_FILES) if name in listed]
        found += [os.path.join(folder, _EXCLUDE)] if ".git" in listed else []
    return found
