"""The settings of a project: `[tool.fsdp-lint]` in its pyproject.toml."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from fsdp_lint.configuration import FORMATS, Configuration, ConfigurationError, PerFileIgnores, codes, did_you_mean

SECTION = "tool.fsdp-lint"


def find(paths: Sequence[str]) -> str | None:
    """The nearest pyproject.toml above all of the paths (by default the current folder) that has a section for us."""
    absolute = [os.path.abspath(path) for path in paths or ["."]]
    folder = absolute[0] if os.path.isdir(absolute[0]) else os.path.dirname(absolute[0])
    while True:
        candidate = os.path.join(folder, "pyproject.toml")
        if all(path == folder or path.startswith(os.path.join(folder, "")) for path in absolute) and _is_ours(
            candidate
        ):
            return candidate
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _is_ours(candidate: str) -> bool:
    try:
        data = _bytes(candidate)
    except OSError:
        return False
    return b"fsdp-lint" in data and _section(candidate, data) is not None


def load(path: str) -> Configuration:
    """The configuration in a TOML file; raises `ConfigurationError`.

    A pyproject.toml holds it under `[tool.fsdp-lint]`; a file of any other name may hold the keys at its top.
    """
    try:
        data = _bytes(path)
    except OSError as error:
        raise ConfigurationError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    section = _section(path, data)
    if section is None:
        section = {} if os.path.basename(path) == "pyproject.toml" else _toml(path, data)
    values: dict[str, Any] = {key.replace("-", "_"): _value(path, key, value) for key, value in section.items()}
    return Configuration(root=os.path.dirname(os.path.abspath(path)))._replace(**values)


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _toml(path: str, data: bytes) -> dict[str, Any]:
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        loaded: dict[str, Any] = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise ConfigurationError(f"{path}: this is not TOML: {reason}") from None
    return loaded


def _section(path: str, data: bytes) -> dict[str, Any] | None:
    tool = _toml(path, data).get("tool")
    section = tool.get("fsdp-lint") if isinstance(tool, dict) else None
    if section is not None and not isinstance(section, dict):
        raise ConfigurationError(f"{path}: {SECTION} has to be a table")
    return section


def _value(path: str, key: str, value: Any) -> str | bool | tuple[str, ...] | PerFileIgnores:
    """One setting of a file, checked and in the shape that `Configuration` has."""
    place = f"{path}: {SECTION}.{key}"
    if key in ("select", "extend-select", "ignore"):
        return codes(_strings(place, value), place)
    if key in ("exclude", "extend-exclude"):
        return _strings(place, value)
    if key in ("force-exclude", "fix", "unsafe-fixes"):
        if not isinstance(value, bool):
            raise ConfigurationError(f"{place} has to be true or false, not {_shown(value)}")
        return value
    if key == "output-format":
        return _format(place, value)
    if key == "per-file-ignores":
        return tuple(_per_file_ignores(place, value))
    raise ConfigurationError(f"{path}: unknown key {key!r} in {SECTION}{did_you_mean(key, _KEYS)}")


_KEYS = (
    "select",
    "extend-select",
    "ignore",
    "per-file-ignores",
    "exclude",
    "extend-exclude",
    "force-exclude",
    "output-format",
    "fix",
    "unsafe-fixes",
)


def _strings(place: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ConfigurationError(f"{place} has to be a list of strings, not {_shown(value)}")
    return tuple(value)


def _format(place: str, value: Any) -> str:
    if not isinstance(value, str) or value not in FORMATS:
        close = did_you_mean(value, FORMATS) if isinstance(value, str) else ""
        raise ConfigurationError(f"{place} has to be one of {', '.join(FORMATS)}, not {_shown(value)}{close}")
    return value


def _per_file_ignores(place: str, value: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(value, dict):
        raise ConfigurationError(f"{place} has to be a table of patterns, not {_shown(value)}")
    for pattern, ignored in value.items():
        inside = f'{place}."{pattern}"'
        yield pattern, codes(_strings(inside, ignored), inside)


def _shown(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
