"""Which folders and files are left out: the usual folders, and the patterns of the configuration."""

from __future__ import annotations

import os
from collections.abc import Sequence

from fsdp_lint.files.patterns import matcher, matches

USUALLY_EXCLUDED = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
"""What ruff leaves out unless told otherwise, `build`, where an installation leaves copies of the packages, and the
folders in which Python keeps what it compiled."""


class Exclusion:
    """The names and patterns that are left out; patterns are relative to `root`, the project's folder."""

    def __init__(self, patterns: Sequence[str], root: str) -> None:
        self._names = frozenset(pattern for pattern in patterns if not set(pattern) & set("*?[{/\\"))
        self._patterns = matcher([pattern for pattern in patterns if pattern not in self._names], root)
        self._root = root

    def excludes(self, name: str, path: str) -> bool:
        """Whether an entry of a walked folder is left out, by its base name or its path."""
        if name in self._names:
            return True
        return bool(self._patterns) and matches(self._patterns, os.path.abspath(path))

    def excludes_explicit(self, path: str) -> bool:
        """Whether a path that was given is left out, itself or through a folder of the project above it."""
        current = os.path.abspath(path)
        while current != self._root:
            if self.excludes(os.path.basename(current), current):
                return True
            above = os.path.dirname(current)
            if above == current:
                return False
            current = above
        return False
