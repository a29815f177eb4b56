"""Relevance: which functions can, by the names that they mention, come to a finding; only from those a trace starts.

Without a wrap there is no finding, nor without a purpose: an optimizer, freezing, clipping. Names stand for whatever is
called so anywhere in the program, which errs on the side of starting.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from fsdp_lint.extract import facts
from fsdp_lint.libraries import KNOWN_PATHS
from fsdp_lint.link.program import Program

Names = frozenset[str]

WRAPPER = "<wrapper>"
"""Stands among names for a dotted path of a library's wrapper."""

LAST_NAMES = frozenset(path.rsplit(".", 1)[-1] for path in KNOWN_PATHS)
UNMISTAKABLE = frozenset(name for name in LAST_NAMES if "Parallel" in name or "shard" in name)
"""Wrappers' own names that mean nothing else, even in a string."""


def records(record: object) -> Iterator[object]:
    """A record and every record in it."""
    waiting = [record]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif hasattr(one, "__dict__"):
            yield one
            waiting.extend(vars(one).values())


PURPOSES = re.compile(
    r"optim|adam|sgd|lamb|lars|lion|adafactor|adagrad|rmsprop|sophia|muon|shampoo|requires_grad|clip_grad|total_norm"
    r"|param_group|^fit$",
    re.IGNORECASE,
)


class Summary:
    """The names in one file: those of wrappers, what each definition mentions, and all that it mentions."""

    def __init__(self, body: object) -> None:
        self.modules: dict[str, str] = {}
        self.leading: set[str] = set()
        for record in records(body):
            if isinstance(record, facts.Import):
                self.modules[record.bound or record.module.split(".")[0]] = (
                    record.module if record.bound else record.module.split(".")[0]
                )
            elif isinstance(record, facts.ImportFrom):
                self.leading |= self._imported(record)
        self.defined = [one for record in records(body) for one in self._definitions(record)]
        self.mentioned = self.names_in(body)

    def _imported(self, record: facts.ImportFrom) -> set[str]:
        """The names that an import binds to wrappers; those of modules are remembered."""
        if not record.names:
            inside = record.module + "."
            return {path[len(inside) :] for path in KNOWN_PATHS if path.startswith(inside)}
        for name, bound in record.names:
            self.modules[bound] = f"{record.module}.{name}"
        return {bound for name, bound in record.names if f"{record.module}.{name}" in KNOWN_PATHS}

    def names_in(self, record: object) -> Names:
        """Every name and attribute that a record, or anything in it, mentions."""
        found: set[str] = set()
        waiting = [record]
        while waiting:
            one = waiting.pop()
            if isinstance(one, tuple):
                waiting.extend(one)
            elif isinstance(one, facts.Name):
                found.add(one.id)
            elif isinstance(one, facts.Attribute):
                found.add(one.attr)
                waiting.append(one.value)
                if one.attr in LAST_NAMES and self._path(one) in KNOWN_PATHS:
                    found.add(WRAPPER)
            elif isinstance(one, facts.Constant):
                last = one.value.rsplit(".", 1)[-1] if isinstance(one.value, str) else ""
                if last in UNMISTAKABLE:
                    found.add(last)
            elif hasattr(one, "__dict__"):
                waiting.extend(vars(one).values())
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
            return [(name, mentioned) for target in record.targets for name in _bound(target)]
        if isinstance(record, facts.Declare) and record.value is not None:
            return [(name, self.names_in(record.value)) for name in _bound(record.target)]
        if isinstance(record, facts.Walrus):
            return [(record.name, self.names_in(record.value))]
        if isinstance(record, facts.Parameter) and record.default is not None:
            return [(record.name, self.names_in(record.default))]
        return []


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
        leading = {WRAPPER, *UNMISTAKABLE}.union(*(file.leading for file in files))
        self.mentioned = [file.mentioned for file in files]
        self.to_wraps = _closure(leading, defined)
        self.to_purposes = _closure({n for names in self.mentioned for n in names if PURPOSES.search(n)}, defined)
        self._own = files[0]

    def wraps(self, record: object) -> bool:
        """Whether a record of the first file mentions a name that leads to a wrap."""
        return not self.to_wraps.isdisjoint(self._own.names_in(record))

    def has_purpose(self, record: object) -> bool:
        """Whether a record of the first file mentions a name that leads to a purpose."""
        return not self.to_purposes.isdisjoint(self._own.names_in(record))


def _bound(target: facts.Expression) -> list[str]:
    """The names that an assignment to a target gives a value."""
    if isinstance(target, facts.Name):
        return [target.id]
    if isinstance(target, facts.Attribute):
        return [target.attr]
    if isinstance(target, (facts.Subscript, facts.Starred)):
        return _bound(target.value)
    return [name for item in target.items for name in _bound(item)] if isinstance(target, facts.Display) else []


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
            if name not in found and not name.startswith("__") and name != "_":
                found.add(name)
                waiting.append(name)
    return frozenset(found)
