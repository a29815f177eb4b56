"""What the linter says of a script, and what it makes of it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fsdp_lint.configuration import Configuration
from fsdp_lint.files.discovery import Discovery
from fsdp_lint.fixing import fix_files
from fsdp_lint.linting import Outcome, files, lint_files

CONFIGURATION = Configuration()


@dataclass(frozen=True)
class Linted:
    """What was said of a script, and its files after `--fix` alone and with `--unsafe-fixes`, where it changed them."""

    severities: dict[str, str]
    """The codes that were found, with the severest of their severities."""
    fixed: dict[str, str] | None
    unsafely_fixed: dict[str, str] | None

    @property
    def worst(self) -> str:
        """The severest thing that was said."""
        return "error" if "error" in self.severities.values() else "warning" if self.severities else "silent"


@contextlib.contextmanager
def lying(script: dict[str, str]) -> Iterator[Path]:
    """A folder with the script's files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in script.items():
            (Path(folder) / name).write_text(text)
        yield Path(folder)


def lint(script: dict[str, str]) -> Linted:
    """Lint a script's files, and fix them."""
    with lying(script | {"pyproject.toml": ""}) as folder:
        discovery = files([str(folder)], CONFIGURATION)
        outcome = lint_files(discovery, CONFIGURATION)
        severities: dict[str, str] = {}
        for finding in outcome.findings:
            if severities.get(finding.code) != "error":
                severities[finding.code] = finding.severity
        fixed = _fixed(script, outcome, discovery, unsafe=False)
        unsafely = _fixed(script, outcome, discovery, unsafe=True) if _has_unsafe(outcome) else None
        return Linted(severities, fixed, None if unsafely == fixed else unsafely)


def _has_unsafe(outcome: Outcome) -> bool:
    return any(one.fix is not None and one.fix.applicability != "safe" for one in outcome.findings)


def _fixed(script: dict[str, str], outcome: Outcome, discovery: Discovery, *, unsafe: bool) -> dict[str, str] | None:
    mended = fix_files(outcome, discovery, CONFIGURATION, unsafe=unsafe)
    if not mended.after:
        return None
    return script | {Path(name).name: data.decode() for name, data in mended.after.items()}
