"""Relevance: which functions can, by the names that they mention, come to a wrap; only from those is a trace started.

Without a wrap there is no finding. Names stand for whatever is called so anywhere in the program, which errs on the
side of starting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from fsdp_lint.extract import facts
from fsdp_lint.libraries import KNOWN_PATHS
from fsdp_lint.link.program import Program

Names = frozenset[str]


def names_in(record: object) -> Names:
    """Every name and attribute that a record, or anything in it, mentions, also as a string (`getattr(module, "FSDP")`)."""
    found: set[str] = set()
    for one in records(record):
        if isinstance(one, facts.Name):
            found.add(one.id)
        elif isinstance(one, facts.Attribute):
            found.add(one.attr)
        elif isinstance(one, facts.Constant) and isinstance(one.value, str) and one.value.isidentifier():
            found.add(one.value)
    return frozenset(found)


def records(record: object) -> Iterator[object]:
    """A record and every record in it."""
    waiting = [record]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif is_dataclass(one):
            yield one
            waiting.extend(vars(one).values())


class Relevance:
    """Which names lead to a wrap in a program."""

    def __init__(self, program: Program) -> None:
        defined: list[tuple[str, Names]] = []
        leading = {path.rsplit(".", 1)[-1] for path in KNOWN_PATHS}
        for file in program.files:
            for record in records(file.facts.body):
                defined += _definitions(record)
                if isinstance(record, facts.ImportFrom):
                    leading |= {bound for name, bound in record.names if name in leading}
        self.leading = _closure(leading, defined)
        self.mentioned = [names_in(file.facts.body) for file in program.files]

    def leads(self, record: object) -> bool:
        """Whether a record mentions a name that leads to a wrap."""
        return not self.leading.isdisjoint(names_in(record))


def _definitions(record: object) -> list[tuple[str, Names]]:
    """The names that a record binds, with the names that their values mention."""
    if isinstance(record, facts.Function):
        return [(record.name, names_in((record.body, record.decorators)))]
    if isinstance(record, facts.Class):
        return [(record.name, names_in((record.body, record.bases, record.decorators)))]
    if isinstance(record, facts.Assign):
        mentioned = names_in(record.value)
        return [(name, mentioned) for target in record.targets for name in names_in(target) if name != "self"]
    if isinstance(record, facts.Parameter) and record.default is not None:
        return [(record.name, names_in(record.default))]
    return []


def _closure(leading: set[str], defined: list[tuple[str, Names]]) -> Names:
    """The names that lead to one of `leading` through definitions."""
    users: dict[str, list[str]] = {}
    for name, mentioned in defined:
        for one in mentioned:
            users.setdefault(one, []).append(name)
    found = set(leading)
    waiting = list(leading)
    while waiting:
        for name in users.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)
