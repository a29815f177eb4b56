"""The parts of a file that are looked at apart, and what the names in them mean."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from fsdp_lint.extract.from_tokens.tokens import without_blanks
from fsdp_lint.extract.occurrences import WRAPPERS
from fsdp_lint.extract.outline import COMPILES, LAUNCHERS, LONGEST_PATH, SELVES

GROUP = "group"
COMPILER = "compiler"
LAUNCHER = "launcher"
WRAPPER = "wrapper"
"""What a name is called for that more than its use tells of."""

_MOST_NAMES = 1 << 16


class Part:
    """A stretch of a file that is looked at apart: the definitions that it belongs to, and what it uses."""

    def __init__(self, names: Iterable[str], start: int) -> None:
        self.names = list(names)
        self.start = start
        self.end = start
        self.tokens: set[str] = set()
        self.used: set[str] = set()
        """The names that it uses, in the end."""
        self.inherited: set[str] = set()
        """The attributes that it takes from `super()`."""
        self.meanings: list[Meaning] = []
        """Of the names with attributes that it uses, in the end."""
        self.annotated: set[str] = set()
        self.names_wrapper = False
        """Whether a wrapper is named in a text (`getattr(fsdp, "FullyShardedDataParallel")`)."""
        self.is_header = False
        """Whether it is what stands before the body of a class."""
        self.is_definition = False
        """Whether it is, or is a part of, the definition of a function or class of the module's level."""


class Meaning(NamedTuple):
    """What a name with its attributes means.

    `first` is what it begins with, `used` are the names in it that are used, and `plain` the first of them, or "" where
    that is not; `attributes` are the others, with what they are taken from; `role` is what the last is known for.
    """

    first: str
    used: tuple[str, ...]
    plain: str
    attributes: tuple[tuple[str, str], ...]
    role: str


@functools.lru_cache(_MOST_NAMES)
def meaning(dotted: str) -> Meaning:
    """What a name means."""
    names = (dotted if dotted.replace(".", "_").isidentifier() else without_blanks(dotted)).split(".")
    attributes: list[tuple[str, str]] = []
    last = len(names) - 1
    while last > 0:
        of = "" if last > 1 and names[0] in SELVES else names[0]
        attributes.append((of, names[last]))
        last -= 2 if is_wrapper(names[last - 1]) else 1  # FSDP.summon_full_params(model) wraps nothing
    plain = names[0] if last == 0 else ""
    used = (plain, *[name for _, name in attributes])
    return Meaning(names[0], used, plain, tuple(attributes), _role_of_attribute(names[0], names[-1]) or role(names[-1]))


def _role_of_attribute(of: str, name: str) -> str:
    if name in ("parameters", "modules"):
        return GROUP
    return COMPILER if (of, name) == COMPILES else ""


@functools.lru_cache(_MOST_NAMES)
def role(name: str) -> str:
    """What a name by itself is known for."""
    if name.endswith(LAUNCHERS):
        return LAUNCHER
    return WRAPPER if WRAPPERS.search(name) else ""


def is_wrapper(name: str) -> bool:
    """Whether a wrapper is called so."""
    return role(name) == WRAPPER


def names_wrapper(text: str) -> bool:
    """Whether a text is the name, or the path, of a wrapper."""
    return len(text) < LONGEST_PATH and WRAPPERS.search(text.rpartition(".")[2]) is not None
