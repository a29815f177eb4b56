"""What a walk looks at in a folder; apart from the walk, and free of imports, for what only asks if it is the same."""

from __future__ import annotations

import os

SUFFIXES = (".py", ".ipynb")

MARKS = ("pyproject.toml", ".git")
"""What stands at the top of a project."""

IGNORE_FILES = (".gitignore", ".ignore")
"""In order of rising precedence."""

_LOOKED_AT = (*MARKS, *IGNORE_FILES)


def entries(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder; raises `OSError`."""
    with os.scandir(folder) as scan:
        return list(scan)


def listing(found: list[os.DirEntry[str]]) -> tuple[str, ...]:
    """Of what is in a folder the names that a walk looks at, in order."""
    return tuple(
        sorted(
            entry.name
            for entry in found
            if entry.name.endswith(SUFFIXES) or entry.name in _LOOKED_AT or entry.is_dir(follow_symlinks=False)
        )
    )
