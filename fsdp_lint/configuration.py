"""What a user can set: on the command line, or under `[tool.fsdp-lint]` in pyproject.toml."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fsdp_lint.files.excluding import USUALLY_EXCLUDED

FORMATS = ("full", "concise", "json", "github")
PREFIX = "FSDP"
SECTION = "tool.fsdp-lint"

PerFileIgnores = tuple[tuple[str, tuple[str, ...]], ...]


class ConfigurationError(Exception):
    """A setting is wrong; the message is one line for the user."""


class Configuration(NamedTuple):
    """How to lint. The defaults are those of a project without any configuration.

    Codes may be prefixes (`FSDP00`). `select` and `ignore` are weighed as ruff does: the longer prefix wins.
    `exclude` and `per_file_ignores` are globs relative to `root`.
    """

    select: tuple[str, ...] = (PREFIX,)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: PerFileIgnores = ()
    exclude: tuple[str, ...] = USUALLY_EXCLUDED
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    output_format: str = "full"
    root: Path = Path()

    def reports(self, code: str) -> bool:
        """Whether findings of this code are wanted. A file that cannot be judged (FSDP000) is told unless ignored."""
        wanted = _longest((*self.select, *self.extend_select), code)
        if code == f"{PREFIX}000":
            wanted = max(wanted, 0)
        return wanted > _longest(self.ignore, code)


def _longest(prefixes: Sequence[str], code: str) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)


def find(paths: Sequence[str]) -> Path | None:
    """The nearest pyproject.toml above all of the paths (by default the current folder) that has a section for us."""
    absolute = [Path(os.path.abspath(path)) for path in paths or ["."]]
    innermost = absolute[0] if absolute[0].is_dir() else absolute[0].parent
    for folder in (innermost, *innermost.parents):
        if any(folder != path and folder not in path.parents for path in absolute):
            continue
        candidate = folder / "pyproject.toml"
        try:
            data = candidate.read_bytes()
        except OSError:
            continue
        if b"fsdp-lint" in data and _section(candidate, data) is not None:
            return candidate
    return None


def load(path: Path) -> Configuration:
    """The configuration in a TOML file; raises `ConfigurationError`.

    A pyproject.toml holds it under `[tool.fsdp-lint]`; a file of any other name may hold the keys at its top.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    section = _section(path, data)
    if section is None:
        section = {} if path.name == "pyproject.toml" else _toml(path, data)
    values: dict[str, Any] = {key.replace("-", "_"): _value(path, key, value) for key, value in section.items()}
    return Configuration(root=path.parent.absolute())._replace(**values)


def _toml(path: Path, data: bytes) -> dict[str, Any]:
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise ConfigurationError(f"{path}: this is not TOML: {reason}") from None


def _section(path: Path, data: bytes) -> dict[str, Any] | None:
    tool = _toml(path, data).get("tool")
    section = tool.get("fsdp-lint") if isinstance(tool, dict) else None
    if section is not None and not isinstance(section, dict):
        raise ConfigurationError(f"{path}: {SECTION} has to be a table")
    return section


def _value(path: Path, key: str, value: Any) -> str | bool | tuple[str, ...] | PerFileIgnores:
    """One setting of a file, checked and in the shape that `Configuration` has."""
    place = f"{path}: {SECTION}.{key}"
    if key in ("select", "extend-select", "ignore"):
        return codes(_strings(place, value), place)
    if key in ("exclude", "extend-exclude"):
        return _strings(place, value)
    if key == "force-exclude":
        if not isinstance(value, bool):
            raise ConfigurationError(f"{place} has to be true or false, not {_shown(value)}")
        return value
    if key == "output-format":
        return _format(place, value)
    if key == "per-file-ignores":
        return tuple(_per_file_ignores(place, value))
    raise ConfigurationError(f"{path}: unknown key {key!r} in {SECTION}{_did_you_mean(key, _KEYS)}")


_KEYS = (
    "select",
    "extend-select",
    "ignore",
    "per-file-ignores",
    "exclude",
    "extend-exclude",
    "force-exclude",
    "output-format",
)


def _strings(place: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ConfigurationError(f"{place} has to be a list of strings, not {_shown(value)}")
    return tuple(value)


def _format(place: str, value: Any) -> str:
    if not isinstance(value, str) or value not in FORMATS:
        close = _did_you_mean(value, FORMATS) if isinstance(value, str) else ""
        raise ConfigurationError(f"{place} has to be one of {', '.join(FORMATS)}, not {_shown(value)}{close}")
    return value


def _per_file_ignores(place: str, value: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(value, dict):
        raise ConfigurationError(f"{place} has to be a table of patterns, not {_shown(value)}")
    for pattern, ignored in value.items():
        inside = f'{place}."{pattern}"'
        yield pattern, codes(_strings(inside, ignored), inside)


def codes(given: Sequence[str], place: str) -> tuple[str, ...]:
    """Codes or prefixes of codes in their one spelling; raises `ConfigurationError` for one that no rule has."""
    from fsdp_lint.rules import RULES

    spelled = tuple(code.strip().upper() for code in given)
    for code in spelled:
        if not code or not any(known.startswith(code) for known in RULES):
            raise ConfigurationError(f"{place}: unknown rule code {code!r}{_did_you_mean(code, tuple(RULES))}")
    return spelled


def _shown(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


def _did_you_mean(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def full_codes(prefixes: Sequence[str]) -> list[str]:
    """The rules that prefixes stand for, each once, in order."""
    from fsdp_lint.rules import RULES

    return [code for code in RULES if code.startswith(tuple(prefixes))]
