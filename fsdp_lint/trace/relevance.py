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

WRAPPER = "<wrapper>"
"""Stands among names for a dotted path of a library's wrapper."""

UNMISTAKABLE = frozenset(
    name for name in (path.rsplit(".", 1)[-1] for path in KNOWN_PATHS) if "Parallel" in name or "shard" in name
)
"""Wrappers' own names that mean nothing else, even in a string."""


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
        self.modules: dict[str, str] = {}
        leading = {WRAPPER, *UNMISTAKABLE}
        bodies = [file.facts.body for file in program.files]
        for record in records(tuple(bodies)):
            if isinstance(record, facts.Import):
                self.modules[record.bound or record.module.split(".")[0]] = (
                    record.module if record.bound else record.module.split(".")[0]
                )
            elif isinstance(record, facts.ImportFrom):
                leading |= self._imported(record)
        defined = [one for record in records(tuple(bodies)) for one in self._definitions(record)]
        self.leading = _closure(leading, defined)
        self.mentioned = [self.names_in(body) for body in bodies]

    def _imported(self, record: facts.ImportFrom) -> set[str]:
        """The names that an import binds to wrappers; those of modules are remembered."""
        if not record.names:
            inside = record.module + "."
            return {path[len(inside) :] for path in KNOWN_PATHS if path.startswith(inside)}
        for name, bound in record.names:
            self.modules[bound] = f"{record.module}.{name}"
        return {bound for name, bound in record.names if f"{record.module}.{name}" in KNOWN_PATHS}

    def leads(self, record: object) -> bool:
        """Whether a record mentions a name that leads to a wrap."""
        return not self.leading.isdisjoint(self.names_in(record))

    def names_in(self, record: object) -> Names:
        """Every name and attribute that a record, or anything in it, mentions."""
        found: set[str] = set()
        for one in records(record):
            if isinstance(one, facts.Name):
                found.add(one.id)
            elif isinstance(one, facts.Attribute):
                found.add(one.attr)
                if self._path(one) in KNOWN_PATHS:
                    found.add(WRAPPER)
            elif isinstance(one, facts.Constant) and one.value in UNMISTAKABLE:
                found.add(str(one.value))
        return frozenset(found)

    def _path(self, expression: facts.Expression) -> str:
        """The dotted path that an attribute of an imported module means, as far as the import tells."""
        if isinstance(expression, facts.Attribute):
            return f"{self._path(expression.value)}.{expression.attr}"
        return self.modules.get(expression.id, "") if isinstance(expression, facts.Name) else ""

    def _definitions(self, record: object) -> list[tuple[str, Names]]:
        """The names that a record binds, with the names that their values mention."""
        if isinstance(record, facts.Function):
            return [(record.name, self.names_in((record.body, record.decorators)))]
        if isinstance(record, facts.Class):
            return [(record.name, self.names_in((record.body, record.bases, record.decorators)))]
        if isinstance(record, facts.Assign):
            mentioned = self.names_in(record.value)
            targets = [name for target in record.targets for name in self.names_in(target)]
            return [(name, mentioned) for name in targets if name != "self"]
        if isinstance(record, facts.Parameter) and record.default is not None:
            return [(record.name, self.names_in(record.default))]
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
