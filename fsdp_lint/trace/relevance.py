"""Relevance: which functions can, by the names that they mention, come to a finding; only from those a trace starts.

Without a wrap there is no finding, nor without a purpose: an optimizer, freezing, clipping. Names stand for whatever is
called so anywhere in the program, which errs on the side of starting.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Union

from fsdp_lint.extract import facts
from fsdp_lint.extract.outline import PURPOSES
from fsdp_lint.libraries import KNOWN_PATHS
from fsdp_lint.link.program import Program

Names = AbstractSet[str]
Definition = Union[facts.Function, facts.Class, facts.Lambda]

WRAPPER = "<wrapper>"
"""Stands among names for a dotted path of a library's wrapper."""

LAST_NAMES = frozenset(path.rsplit(".", 1)[-1] for path in KNOWN_PATHS)
UNMISTAKABLE = frozenset(name for name in LAST_NAMES if "Parallel" in name or "shard" in name)
"""Wrappers' own names that mean nothing else, even in a string."""


class Summary:
    """The names in one file: those of wrappers, what each definition mentions, and all that it mentions."""

    def __init__(self, body: object) -> None:
        self.modules: dict[str, str] = {}
        self.leading: set[str] = set()
        self.defined: list[tuple[str, set[str]]] = []
        self.mentioned: set[str] = set()
        self._inside: dict[int, set[str]] = {}
        self._paths: list[tuple[facts.Attribute, tuple[set[str], ...]]] = []
        self._collect(body)
        for attribute, sinks in self._paths:
            if self._path(attribute) in KNOWN_PATHS:
                for sink in sinks:
                    sink.add(WRAPPER)

    def inside(self, record: Definition) -> Names:
        """Every name that a definition mentions; none if it is not in this file."""
        return self._inside.get(id(record), frozenset())

    def _collect(self, body: object) -> None:
        """One pass over everything; each name goes to the sets of all definitions that it stands in."""
        waiting: list[tuple[object, tuple[set[str], ...]]] = [(body, (self.mentioned,))]
        while waiting:
            record, sinks = waiting.pop()
            if isinstance(record, tuple):
                waiting += [(one, sinks) for one in record]
            elif isinstance(record, facts.Name):
                for sink in sinks:
                    sink.add(record.id)
            elif isinstance(record, facts.Attribute):
                for sink in sinks:
                    sink.add(record.attr)
                waiting.append((record.value, sinks))
                if record.attr in LAST_NAMES:
                    self._paths.append((record, sinks))
            elif isinstance(record, facts.Constant):
                last = record.value.rsplit(".", 1)[-1] if isinstance(record.value, str) else ""
                if last in UNMISTAKABLE:
                    for sink in sinks:
                        sink.add(last)
            elif isinstance(record, (facts.Import, facts.ImportFrom)):
                self._import(record)
            elif hasattr(record, "__dict__"):
                waiting += self._parts(record, sinks)

    def _parts(self, record: object, sinks: tuple[set[str], ...]) -> Iterator[tuple[object, tuple[set[str], ...]]]:
        """What is in a record, with the sets that its names go to: more of them where the record defines a name."""
        if isinstance(record, (facts.Function, facts.Class, facts.Lambda)):
            inside: set[str] = set()
            self._inside[id(record)] = inside
            sinks = (*sinks, inside)
        names, defining = _defined(record)
        if not names:
            yield from ((one, sinks) for one in vars(record).values())
            return
        mentioned: set[str] = set()
        self.defined += [(name, mentioned) for name in names]
        for field, one in vars(record).items():
            yield one, (*sinks, mentioned) if field in defining else sinks

    def _import(self, record: facts.Import | facts.ImportFrom) -> None:
        """The names that an import binds to wrappers lead to one; those of modules are remembered."""
        if isinstance(record, facts.Import):
            first = record.module.split(".")[0]
            self.modules[record.bound or first] = record.module if record.bound else first
        elif not record.names:
            within = record.module + "."
            self.leading |= {path[len(within) :] for path in KNOWN_PATHS if path.startswith(within)}
        else:
            for name, bound in record.names:
                self.modules[bound] = f"{record.module}.{name}"
            self.leading |= {bound for name, bound in record.names if f"{record.module}.{name}" in KNOWN_PATHS}

    def _path(self, expression: facts.Expression) -> str:
        """The dotted path that an attribute of an imported module means, as far as the import tells."""
        if isinstance(expression, facts.Attribute):
            return f"{self._path(expression.value)}.{expression.attr}"
        return self.modules.get(expression.id, "") if isinstance(expression, facts.Name) else ""


def _defined(record: object) -> tuple[Sequence[str], Sequence[str]]:
    """The names that a record binds, and in which of its fields what it binds them to stands."""
    if isinstance(record, facts.Function):
        return [record.name], ("body", "decorators")
    if isinstance(record, facts.Class):
        return [record.name], ("body", "bases", "decorators")
    if isinstance(record, facts.Assign):
        return [name for target in record.targets for name in _bound(target)], ("value",)
    if isinstance(record, facts.Declare) and record.value is not None:
        return _bound(record.target), ("value",)
    if isinstance(record, facts.Walrus):
        return [record.name], ("value",)
    if isinstance(record, facts.Parameter) and record.default is not None:
        return [record.name], ("default",)
    return (), ()


class _Same:
    """A file's facts, equal to nothing but themselves: comparing or hashing a whole tree takes long."""

    def __init__(self, body: object) -> None:
        self.body = body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.body is self.body

    def __hash__(self) -> int:
        return id(self.body)


@functools.lru_cache(maxsize=256)
def _summary(same: _Same) -> Summary:
    """The names in a file, which several programs may share."""
    return Summary(same.body)


class Relevance:
    """Which names lead to a wrap in a program, and which to a purpose."""

    def __init__(self, program: Program) -> None:
        files = [_summary(_Same(file.facts.body)) for file in program.files]
        defined = [one for file in files for one in file.defined]
        leading: set[str] = {WRAPPER, *UNMISTAKABLE}.union(*(file.leading for file in files))
        self.mentioned = [file.mentioned for file in files]
        self.to_wraps = _closure(leading, defined)
        self.to_purposes = _closure({n for names in self.mentioned for n in names if PURPOSES.search(n)}, defined)
        self._files = files

    def wraps(self, record: Definition) -> bool:
        """Whether a definition mentions a name that leads to a wrap."""
        return any(not self.to_wraps.isdisjoint(file.inside(record)) for file in self._files)

    def has_purpose(self, record: Definition) -> bool:
        """Whether a definition mentions a name that leads to a purpose."""
        return any(not self.to_purposes.isdisjoint(file.inside(record)) for file in self._files)


def _bound(target: facts.Expression) -> list[str]:
    """The names that an assignment to a target gives a value."""
    if isinstance(target, facts.Name):
        return [target.id]
    if isinstance(target, facts.Attribute):
        return [target.attr]
    if isinstance(target, (facts.Subscript, facts.Starred)):
        return _bound(target.value)
    return [name for item in target.items for name in _bound(item)] if isinstance(target, facts.Display) else []


def _closure(leading: set[str], defined: Sequence[tuple[str, Names]]) -> Names:
    """The names that lead to one of `leading` through definitions."""
    users: dict[str, list[str]] = {}
    for name, mentioned in defined:
        for one in mentioned:
            users.setdefault(one, []).append(name)
    found = set(leading)
    waiting = list(leading)
    while waiting:
        for name in users.get(waiting.pop(), ()):
            if name not in found and not name.startswith("__") and name != "_":
                found.add(name)
                waiting.append(name)
    return frozenset(found)
