"""What a user can set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fsdp_lint.files.excluding import USUALLY_EXCLUDED

FORMATS = ("full", "concise", "json", "github")
PREFIX = "FSDP"

PerFileIgnores = tuple[tuple[str, tuple[str, ...]], ...]


class ConfigurationError(Exception):
    """A setting is wrong; the message is one line for the user."""


class Configuration(NamedTuple):
    """How to lint. The defaults are those of a project without any configuration.

    Codes may be prefixes (`FSDP00`). `select` and `ignore` are weighed as ruff does: the longer prefix wins.
    `exclude` and `per_file_ignores` are globs relative to `root`, the project's folder. `fix` makes the fixes, where
    `unsafe_fixes` is set also those that may change more than what they mend.
    """

    select: tuple[str, ...] = (PREFIX,)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: PerFileIgnores = ()
    exclude: tuple[str, ...] = USUALLY_EXCLUDED
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    output_format: str = "full"
    fix: bool = False
    unsafe_fixes: bool = False
    root: str = "."

    def reports(self, code: str) -> bool:
        """Whether findings of this code are wanted. A file that cannot be judged (FSDP000) is told unless ignored."""
        wanted = _longest((*self.select, *self.extend_select), code)
        if code == f"{PREFIX}000":
            wanted = max(wanted, 0)
        return wanted > _longest(self.ignore, code)


def _longest(prefixes: Sequence[str], code: str) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)


def codes(given: Sequence[str], place: str) -> tuple[str, ...]:
    """Codes or prefixes of codes in their one spelling; raises `ConfigurationError` for one that no rule has."""
    from fsdp_lint.rules import RULES

    spelled = tuple(code.strip().upper() for code in given)
    for code in spelled:
        if not code or not any(known.startswith(code) for known in RULES):
            raise ConfigurationError(f"{place}: unknown rule code {code!r}{did_you_mean(code, tuple(RULES))}")
    return spelled


def full_codes(prefixes: Sequence[str]) -> list[str]:
    """The rules that prefixes stand for, each once, in order."""
    from fsdp_lint.rules import RULES

    return [code for code in RULES if code.startswith(tuple(prefixes))]


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A known word that was probably meant, as the end of a message; empty if there is none."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""
