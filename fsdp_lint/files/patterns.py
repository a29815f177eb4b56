"""Glob patterns for `exclude` and `per-file-ignores`, with ruff's meaning."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence


def matcher(patterns: Sequence[str], root: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Patterns ready for `matches`: each one for a base name and, relative to `root`, for an absolute path."""
    return [(_compiled(pattern), _compiled(_anchored(pattern, root))) for pattern in patterns]


def matches(compiled: Sequence[tuple[re.Pattern[str], re.Pattern[str]]], absolute: str) -> bool:
    """Whether a pattern fits the base name of an absolute path or the whole of it."""
    whole = _slashes(absolute)
    base = whole.rsplit("/", 1)[-1]
    return any(by_name.match(base) or by_path.match(whole) for by_name, by_path in compiled)


def _anchored(pattern: str, root: str) -> str:
    if os.path.isabs(pattern):
        return pattern
    return _escaped(_slashes(root)).rstrip("/") + "/" + pattern


def _escaped(path: str) -> str:
    return re.sub(r"([*?\[\]{}])", r"[\1]", path)


def _slashes(path: str) -> str:
    return path.replace("\\", "/") if os.sep == "\\" else path


def _compiled(pattern: str) -> re.Pattern[str]:
    """A glob as a regular expression: `*` crosses folders, `**/` may stand for no folder, `{a,b}` is a choice."""
    pattern = pattern.rstrip("/") or "/"
    parts: list[str] = []
    depth = at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            parts.append("(?:.*/)?")
            at += 3
            continue
        character = pattern[at]
        at += 1
        if character == "*":
            parts.append(".*")
        elif character == "?":
            parts.append(".")
        elif character == "[" and pattern.find("]", at + 1) > 0:
            end = pattern.find("]", at + 1)
            parts.append(_character_class(pattern[at:end]))
            at = end + 1
        elif character == "{" and "}" in pattern[at:]:
            parts.append("(?:")
            depth += 1
        elif character == "}" and depth:
            parts.append(")")
            depth -= 1
        elif character == "," and depth:
            parts.append("|")
        else:
            parts.append(re.escape(character))
    parts.append(")" * depth)
    return re.compile("(?s:" + "".join(parts) + r")\Z")


def _character_class(inside: str) -> str:
    negated = inside[:1] in ("!", "^")
    members = inside[1:] if negated else inside
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", members)
    return f"[{'^' if negated else ''}{escaped}]"
