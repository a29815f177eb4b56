"""Relevance: which functions can, by the names that they mention, come to a finding; only from those a trace starts.

Without a wrap there is no finding, nor without a purpose: an optimizer, freezing, clipping. A name stands for whatever
is called so at the level of any module of the program, an attribute (".name") for whatever is called so in any class,
module or object, which errs on the side of starting. What is called so inside a function is known there alone.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, Union

from fsdp_lint.extract import facts
from fsdp_lint.extract.outline import ASKING, CONSTRUCTORS, PURPOSES
from fsdp_lint.libraries import KNOWN_PATHS
from fsdp_lint.link.program import Program

Names = AbstractSet[str]
Definition = Union[facts.Function, facts.Class, facts.Lambda]

WRAPPER = "<wrapper>"
"""Stands among names for a dotted path of a library's wrapper."""

LAST_NAMES = frozenset(path.rsplit(".", 1)[-1] for path in KNOWN_PATHS)
UNMISTAKABLE = frozenset(name for name in LAST_NAMES if "Parallel" in name or "shard" in name)
"""Wrappers' own names that mean nothing else, even in a string."""


_BINDING = frozenset(
    (facts.Assign, facts.Class, facts.Declare, facts.Function, facts.Lambda, facts.Parameter, facts.Walrus)
)
"""Records that may bind names, or have an annotation, which mentions nothing."""

_NAMELESS = frozenset((bool, bytes, complex, float, int, str, type(None), type(...)))


class _Scope(NamedTuple):
    """Where a record stands: `level` is "module", "class" or "function"; `sinks` are the sets that its names go to.

    Of a class `made` is what making an object of it mentions, which a method's names do not go to.
    """

    level: str
    sinks: tuple[set[str], ...]
    made: set[str] | None = None

    def add(self, name: str) -> None:
        """A name is mentioned here."""
        for sink in self.sinks:
            sink.add(name)

    def within(self, sink: set[str]) -> _Scope:
        """In a definition that stands here."""
        return self._replace(sinks=(*self.sinks, sink))

    def of_class(self, made: set[str], everything: set[str]) -> _Scope:
        """In the body of a class."""
        return _Scope("class", (*self.sinks, made, everything), made)

    def of_function(self, name: str, inside: set[str]) -> _Scope:
        """In the body of a function; in a class, of a method."""
        method = self.level == "class" and name not in CONSTRUCTORS
        sinks = [sink for sink in self.sinks if not (method and sink is self.made)]
        return _Scope("function", (*sinks, inside))


class Summary:
    """The names in one file: those of wrappers, what each definition mentions, and all that it mentions.

    `tables` are the names of what is no definition, `decorated` decorators with the names of what they decorate.
    """

    def __init__(self, body: object) -> None:
        self.modules: dict[str, str] = {}
        self.leading: set[str] = set()
        self.defined: list[tuple[str, set[str]]] = []
        self.all: set[str] = set()
        self.tables: set[str] = set()
        self.decorated: list[tuple[str, str]] = []
        self._inside: dict[int, set[str]] = {}
        self._paths: list[tuple[facts.Attribute, _Scope]] = []
        self._global: set[str] = set()
        self._local: list[tuple[str, set[str]]] = []
        self._collect(body)
        self.defined += [one for one in self._local if one[0] in self._global]
        self.mentioned = {name.lstrip(".") for name in self.all}
        for attribute, scope in self._paths:
            if self._path(attribute) in KNOWN_PATHS:
                scope.add(WRAPPER)

    def inside(self, record: Definition) -> Names:
        """Every name that a definition mentions; none if it is not in this file."""
        return self._inside.get(id(record), frozenset())

    def _collect(self, body: object) -> None:
        """One pass over everything; each name goes to the sets of all definitions that it stands in."""
        waiting: list[tuple[Any, _Scope]] = [(body, _Scope("module", (self.all,)))]
        while waiting:
            record, scope = waiting.pop()
            kind = record.__class__
            if kind is tuple:
                waiting += [(one, scope) for one in record if one.__class__ not in _NAMELESS]
            elif kind is facts.Name:
                scope.add(record.id)
                if scope.level == "class":  # a method by its bare name
                    scope.add(f".{record.id}")
            elif kind is facts.Attribute:
                scope.add(f".{record.attr}")
                waiting.append((record.value, scope))
                if record.attr in LAST_NAMES:
                    self._paths.append((record, scope))
            elif kind is facts.Constant:
                last = record.value.rsplit(".", 1)[-1] if record.value.__class__ is str else ""
                if last in UNMISTAKABLE:
                    scope.add(last)
            elif kind in _BINDING:
                waiting += self._parts(record, scope)
            elif kind in (facts.Import, facts.ImportFrom):
                self._import(record)
            elif kind is facts.Call and _asks(record):
                waiting.append((record.arguments[:1], scope))
            elif kind is facts.Scope:
                self._global.update(record.names if record.kind == "global" else ())
            elif kind not in _NAMELESS:
                waiting += [(one, scope) for one in record.__dict__.values() if one.__class__ not in _NAMELESS]

    def _parts(self, record: object, scope: _Scope) -> list[tuple[object, _Scope]]:
        """What is in a record that binds names, with where it stands: a definition keeps what is mentioned in it."""
        inside: set[str] = set()
        names, shared = _bound_by(record)
        inner = scope.within(inside) if names or shared else scope
        if isinstance(record, facts.Class):
            self._inside[id(record)] = everything = set[str]()
            inner = scope.of_class(inside, everything)
        elif isinstance(record, (facts.Function, facts.Lambda)):
            self._inside[id(record)] = inside
            inner = scope.of_function(names[0] if names else "", inside)
        self.decorated += [(name, names[0]) for one in getattr(record, "decorators", ()) for name in _last_name(one)]
        self.defined += [(name, inside) for name in shared]
        if scope.level == "function":
            self._local += [(name, inside) for name in names]
        else:
            self.defined += [(f".{name}", inside) for name in names]
        if scope.level == "module":
            self.defined += [(name, inside) for name in names]
            self.tables.update(() if isinstance(record, (facts.Class, facts.Function)) else names)
        self.tables.update(shared)
        return [(one, inner) for field, one in vars(record).items() if field != "annotation"]

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


def _bound_by(record: object) -> tuple[Sequence[str], Sequence[str]]:
    """The names that a record binds where it stands, and those that it gives a value wherever it stands."""
    if isinstance(record, (facts.Function, facts.Class, facts.Walrus)):
        return (record.name,), ()
    targets: Sequence[facts.Expression] = ()
    if isinstance(record, facts.Assign):
        targets = record.targets
    elif isinstance(record, facts.Declare) and record.value is not None:
        targets = (record.target,)
    parts = [part for target in targets for part in _parts_of(target)]
    names = [part.id for part in parts if isinstance(part, facts.Name)]
    return names, [name for part in parts if not isinstance(part, facts.Name) for name in _shared(part)]


def _asks(call: facts.Call) -> bool:
    """Whether a call names a class without using it (`isinstance`)."""
    return isinstance(call.function, facts.Name) and ASKING.get(call.function.id) == 0


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
        defined: list[tuple[str, Names]] = [one for file in files for one in file.defined]
        leading = {WRAPPER, *UNMISTAKABLE, *(f".{name}" for name in UNMISTAKABLE)}
        leading.update(*(file.leading for file in files))
        purposes = {name for file in files for name in file.all if PURPOSES.search(name.lstrip("."))}
        defined += _registered(files, defined)
        self.mentioned = [file.mentioned for file in files]
        self.to_wraps = _closure(leading, defined)
        self.to_purposes = _closure(purposes, defined)
        self._files = files

    def wraps(self, record: Definition) -> bool:
        """Whether a definition mentions a name that leads to a wrap."""
        return any(not self.to_wraps.isdisjoint(file.inside(record)) for file in self._files)

    def has_purpose(self, record: Definition) -> bool:
        """Whether a definition mentions a name that leads to a purpose."""
        return any(not self.to_purposes.isdisjoint(file.inside(record)) for file in self._files)


def _registered(files: Sequence[Summary], defined: Sequence[tuple[str, Names]]) -> list[tuple[str, Names]]:
    """The tables that a decorator mentions, which may hold what it decorates."""
    decorated: dict[str, set[str]] = {}
    for decorator, name in (pair for file in files for pair in file.decorated):
        decorated.setdefault(decorator, set()).add(name)
    tables = frozenset[str]().union(*(file.tables for file in files))
    return [
        (table, frozenset(decorated[decorator]))
        for decorator, mentioned in defined
        if decorator in decorated
        for table in tables & mentioned
    ]


def _last_name(expression: facts.Expression) -> Sequence[str]:
    """What a decorator is called, as other names are: `register`, or `.register` of something."""
    if isinstance(expression, facts.Call):
        return _last_name(expression.function)
    if isinstance(expression, facts.Attribute):
        return (f".{expression.attr}",)
    return (expression.id,) if isinstance(expression, facts.Name) else ()


def _parts_of(target: facts.Expression) -> list[facts.Expression]:
    """The single targets in a target."""
    if isinstance(target, facts.Starred):
        return _parts_of(target.value)
    return (
        [part for item in target.items for part in _parts_of(item)] if isinstance(target, facts.Display) else [target]
    )


def _shared(target: facts.Expression) -> list[str]:
    """An attribute, or what something is put into, which may be a table of the module's."""
    if isinstance(target, facts.Attribute):
        return [f".{target.attr}"]
    if isinstance(target, facts.Subscript):
        return [target.value.id] if isinstance(target.value, facts.Name) else _shared(target.value)
    return []


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
            if name not in found and not name.startswith(("__", ".__")) and name != "_":
                found.add(name)
                waiting.append(name)
    return frozenset(found)
