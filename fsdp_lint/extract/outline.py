"""A file in outline: what it imports, and which names its definitions use; from Python's own parser, which is fast.

It decides which files make a program together, and no more. A file that this Python cannot parse has no outline, and
stays a program of its own.
"""

from __future__ import annotations

import ast
import functools
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Callable, NamedTuple

from fsdp_lint.extract.occurrences import FUNCTION, WRAPPERS

STRATEGIES = ("fsdp", "fsdp_native", "fsdp_cpu_offload")
ACTS = re.compile(
    r"^optim$|[A-Z]\w*Optimizer$|^(create|configure|build|get|make|setup|init)\w*_optimizers?"
    r"|[Aa]dam|SGD|Lamb$|LAMB|LARS|Lion$|[Aa]dafactor|[Aa]dagrad|RMS[Pp]rop|Sophia|[Mm]uon|Shampoo"
    r"|requires_grad|clip_grad|total_norm|param_groups"
)
PURPOSES = re.compile(
    r"optim(?!iz(e|es|ed|ing|ation)(?![a-z]))|adam|sgd|lamb(?!da)|(?<![a-z])lars|(?<![a-z])lion|adafactor|adagrad"
    r"|rmsprop|sophia|muon|shampoo|requires_grad|clip_grad|total_norm|param_groups?|^fit$",
    re.IGNORECASE,
)
"""What may be done with parameters; more than `ACTS`, since it decides on whole files."""

SELECTIONS = frozenset({"named_parameters", "parameters()", "modules()", "named_modules"})
SETTINGS = re.compile(r"orig_param|flatten|sharding_strategy|fsdp|shard", re.IGNORECASE)
UNITS = re.compile(r"layer|block|polic|wrap", re.IGNORECASE)
"""In the name of a function or table: it may say which modules become units of their own."""

CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__call__", "__enter__")
LAUNCHERS = ("Trainer", "Fabric")
ASKING = {"isinstance": 0, "issubclass": 0, "cast": 1}
"""Calls that name a class without using it, by which of their arguments is used."""

MOST_LEADING = 20_000
"""Names of a file that lead somewhere; a chain of a thousand heirs would have a million."""

LONGEST_PATH = 90
"""Characters of a text that may be a dotted path."""

SELVES = frozenset({"self", "cls", "super"})
COMPILES = ("torch", "compile")
COMPILING = ".".join(COMPILES)
STAR = "*"


def _quoted(value: object) -> str:
    """A text among names, which it must not be taken for."""
    return repr(value)


QUOTED_STRATEGIES = frozenset(map(_quoted, STRATEGIES))


class Imported(NamedTuple):
    """A name that an import binds: a module's (`name` is None), one in a module, or all of a module's (STAR)."""

    module: str
    level: int
    name: str | None
    bound: str


class Outline(NamedTuple):
    """The names that each module-level definition uses ("" for other statements), and what the imports bind.

    A method is a definition of its own, `Class.method`; a class uses what its body and its constructor use. Of what is
    used `guessed` are the attributes of objects of which the file does not tell what they are. `wraps` are the
    definitions that hand something to a wrapper, `acts` those that build an optimizer, freeze or clip, `selects` those
    that name collections of parameters, `settings` those that may say with which flags a wrapper is called.
    `annotations` are the names in each definition's annotations; `bases` those from which each class inherits,
    `methods` the definitions that are its methods. `calls_back` are the names of functions that are given definitions
    of this file, as decorators are. `may_wrap` are the definitions that wrap, or compile, or name a wrapper in a text;
    `purposes` those that name something that is done with parameters. `statements` are "" and the definitions that are
    values of the module's level: what they use is used one after the other.
    """

    imports: tuple[Imported, ...]
    uses: dict[str, frozenset[str]]
    guessed: dict[str, frozenset[str]]
    wraps: frozenset[str]
    acts: frozenset[str]
    selects: frozenset[str]
    settings: frozenset[str]
    annotations: dict[str, frozenset[str]]
    bases: dict[str, frozenset[str]]
    methods: dict[str, frozenset[str]]
    calls_back: frozenset[str]
    may_wrap: frozenset[str]
    purposes: frozenset[str]
    statements: frozenset[str]

    def reached(self, names: Iterable[str], annotated: bool = False) -> frozenset[str]:
        """Every name that these definitions use, also through other definitions of the file, and their own.

        With `annotated` annotations count: a parameter's class may say what a setting is by default.
        """
        found = set(names)
        waiting = list(found)
        while waiting:
            name = waiting.pop()
            new = self.uses.get(name, frozenset()) - found
            new |= self.annotations.get(name, frozenset()) - found if annotated else frozenset()
            new |= self.methods.get(name, frozenset()) - found
            found |= new
            waiting += new
        return frozenset(found)

    def leading_to(self, leads: Leads) -> Leads:
        """These, and the definitions that use one of them, also through other definitions of the file.

        An attribute of some object is taken for the method of that name that leads for sure, whatever the object is;
        once in a chain, since names like `run` and `get` would lead from anything to everything.
        """
        users, guessing = self._users()
        sure = self._leading(leads.sure, users)
        methods = (name.rpartition(".") for name in sure)
        guesses = {user for owner, _, bare in methods if owner for user in guessing.get(bare, ())}
        return Leads(frozenset(sure), frozenset(self._leading(leads.guessed | guesses, users) - sure))

    def may_find(self) -> bool:
        """Whether the file by itself can come to a finding."""
        return self.unites(self.may_wrap, self.purposes)

    def unites(self, wraps: AbstractSet[str], purposes: AbstractSet[str]) -> bool:
        """Whether something in the file leads to one of the first names, and to one of the second.

        What one method of a class does another one may build on, and on what stands at the module's level anything.
        """
        users, guessing = self._users()
        for name, more in guessing.items():
            users.setdefault(name, []).extend(more)
        to_wraps = self._leading(wraps, users)
        to_purposes = self._leading(purposes, users)
        level = self.statements
        if (to_purposes and not level.isdisjoint(wraps)) or (to_wraps and not level.isdisjoint(purposes)):
            return True
        if not (level.isdisjoint(to_wraps) or level.isdisjoint(to_purposes)):
            return True
        return not _with_owners(to_wraps, self.bases).isdisjoint(_with_owners(to_purposes, self.bases))

    def involved(self, leads: Iterable[str]) -> frozenset[str]:
        """Every name that these definitions, those of their classes and the module's level use, and their own."""
        return self.reached({*self.statements, *_with_owners(leads, self.bases)})

    def _users(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The definitions that use each name, and those that only take it from objects of which nothing is known."""
        users: dict[str, list[str]] = {}
        guessing: dict[str, list[str]] = {}
        for definition, used in self.uses.items():
            guessed = self.guessed.get(definition, frozenset())
            for name in used:
                (guessing if name in guessed else users).setdefault(name, []).append(definition)
        return users, guessing

    def _leading(self, names: Iterable[str], users: Mapping[str, Iterable[str]]) -> set[str]:
        """The names, the definitions that use one of them, and the methods of heirs; and so on."""
        heirs: dict[str, list[str]] = {}
        for owner, bases in self.bases.items():
            for base in bases:
                heirs.setdefault(base, []).append(owner)
        found = set(names)
        waiting = list(found)
        while waiting and len(found) < MOST_LEADING:
            owner, _, bare = waiting.pop().rpartition(".")
            new = {*users.get(bare, ()), *(f"{heir}.{bare}" for heir in heirs.get(owner, ()))} - found
            found |= new
            waiting += new
        return found


class Leads(NamedTuple):
    """The names of a file that lead to a wrap: surely, or if an attribute of some object is the method it may be."""

    sure: frozenset[str]
    guessed: frozenset[str]

    def all(self) -> frozenset[str]:
        """The names of both kinds."""
        return self.sure | self.guessed


NO_LEADS = Leads(frozenset(), frozenset())


def _with_owners(names: Iterable[str], bases: Mapping[str, frozenset[str]]) -> set[str]:
    """The names, and of methods their classes with all that these inherit from."""
    found = {part for name in names for part in (name, name.rpartition(".")[0])} - {""}
    waiting = list(found)
    while waiting:
        new = bases.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting += new
    return found


def outline(text: str) -> Outline | None:
    """The outline of a source; None where this Python cannot parse it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        return _outline(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _outline(tree: ast.Module) -> Outline:
    imports: list[Imported] = []
    uses: dict[str, set[str]] = {}
    plain: dict[str, set[str]] = {}
    attributes: dict[str, set[tuple[str, str]]] = {}
    annotations: dict[str, set[str]] = {}
    bases: dict[str, frozenset[str]] = {}
    given: set[tuple[str, str]] = set()
    naming: set[str] = set()
    statements = {""}
    for statement in tree.body:
        statements.update(() if isinstance(statement, _DEFINITIONS) else _defined(statement))
        for names, part in _parts(statement):
            found = _Names()
            found.visit(part)
            imports += found.imports
            given |= found.given
            naming.update(names if found.names_wrapper else ())
            for name in names:
                uses.setdefault(name, set()).update(found.used, (attribute for _, attribute in found.attributes))
                plain.setdefault(name, set()).update(found.used)
                attributes.setdefault(name, set()).update(found.attributes)
                annotations.setdefault(name, set()).update(found.annotated)
        if isinstance(statement, ast.ClassDef):
            inherited = (name for base in statement.bases for name in ast.walk(base))
            bases[statement.name] = frozenset(one.id for one in inherited if isinstance(one, ast.Name))
    everything = frozenset[str]().union(*uses.values())
    wrappers = {name for name in everything if WRAPPERS.search(name)} | QUOTED_STRATEGIES | {COMPILING}
    wrappers |= {one.bound for one in imports if one.name is not None and WRAPPERS.search(one.name)}
    wraps = _using(uses, wrappers)
    known = {*SELVES, *uses, *(one.bound for one in imports)}
    settings = {name for name in {*everything, *uses} if SETTINGS.search(name)}
    purposes = {name for name in {*everything, *uses} if PURPOSES.search(name)}
    return Outline(
        tuple(imports),
        {name: frozenset(used) for name, used in uses.items()},
        {name: _guessed(attributes[name], known, plain[name]) for name in uses},
        wraps,
        _using(uses, {name for name in everything if ACTS.search(name)}),
        _using(uses, SELECTIONS),
        _using(uses, settings) | (settings & uses.keys()) | {n for n in uses if n not in bases and UNITS.search(n)},
        {name: frozenset(names) for name, names in annotations.items()},
        bases,
        _methods(uses, bases),
        frozenset(callee for callee, argument in given if not argument or argument in uses),
        wraps | _using(uses, {"compile"}) | naming,
        _using(uses, purposes) | (purposes & uses.keys()),
        frozenset(statements),
    )


def _using(uses: Mapping[str, AbstractSet[str]], names: AbstractSet[str]) -> frozenset[str]:
    """The definitions that use one of the names."""
    return frozenset(definition for definition, used in uses.items() if not names.isdisjoint(used))


def _methods(uses: Iterable[str], owners: Iterable[str]) -> dict[str, frozenset[str]]:
    """The definitions that are methods, by class."""
    found: dict[str, set[str]] = {owner: set() for owner in owners}
    for name in uses:
        owner, dot, _ = name.partition(".")
        if dot and owner in found:
            found[owner].add(name)
    return {owner: frozenset(methods) for owner, methods in found.items()}


def _guessed(attributes: Iterable[tuple[str, str]], known: AbstractSet[str], plain: AbstractSet[str]) -> frozenset[str]:
    """The attributes that are only taken from objects of which nothing is known."""
    told = {attribute for of, attribute in attributes if of in known}
    return frozenset(attribute for _, attribute in attributes) - told - plain


@functools.cache
def _is_wrapper(name: str) -> bool:
    return WRAPPERS.search(name) is not None or name in QUOTED_STRATEGIES


def _parts(statement: ast.stmt) -> Iterator[tuple[Iterable[str], ast.AST]]:
    """The parts of a statement that are looked at apart: of a class its methods, and the rest."""
    if not isinstance(statement, ast.ClassDef):
        yield _defined(statement), statement
        return
    for one in (*statement.bases, *statement.keywords, *statement.decorator_list, *statement.body):
        name = statement.name
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and one.name not in CONSTRUCTORS:
            name = f"{name}.{one.name}"
        yield (name,), one


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _defined(statement: ast.stmt) -> Iterable[str]:
    if isinstance(statement, _DEFINITIONS):
        return (statement.name,)
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        return [node.id for node in names if isinstance(node.ctx, ast.Store)] or ("",)
    if isinstance(statement, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
        inner = (one for one in ast.iter_child_nodes(statement) if isinstance(one, ast.stmt))
        return ["", *(name for one in inner for name in _defined(one))]
    return ("",)


class _Names:
    """The names that code uses, but not those that it compares with (`isinstance(model, FSDP)`), and its imports.

    Does what `ast.NodeVisitor` does, in a quarter of its time: large projects have this walked most.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.imports: list[Imported] = []
        self.annotated: set[str] = set()
        self.given: set[tuple[str, str]] = set()
        self.names_wrapper = False
        """Whether a wrapper is named in a text (`getattr(fsdp, "FullyShardedDataParallel")`)."""
        self._waiting: list[Any] = []

    def visit(self, node: ast.AST) -> None:
        """Look at a node and all in it."""
        waiting = self._waiting
        waiting.append(node)
        while waiting:
            one = waiting.pop()
            handler = _HANDLERS.get(one.__class__)
            if handler is None:
                self._inside(one)
            else:
                handler(self, one)

    def _inside(self, node: ast.AST) -> None:
        waiting = self._waiting
        for value in node.__dict__.values():
            if value.__class__ is list:
                waiting += value
            elif value.__class__ not in _NAMELESS:
                waiting.append(value)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for one in node.decorator_list:
            self.given.add((_first_name(one.func if isinstance(one, ast.Call) else one), ""))
        self._annotation(node.returns)
        self._waiting += (*node.decorator_list, node.args, *node.body)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            self.imports.append(Imported(alias.name, 0, None, alias.asname or first))

    def _import_from(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self.imports.append(Imported(node.module or "", node.level, alias.name, alias.asname or alias.name))

    def _name(self, node: ast.Name) -> None:
        self.used.add(node.id)

    def _attribute(self, node: ast.Attribute) -> None:
        value = node.value
        self.attributes.add((_receiver(value), node.attr))
        if not _is_wrapper(_last_name(value)):  # FSDP.summon_full_params(model) wraps nothing
            self._waiting.append(value)
        elif isinstance(value, ast.Attribute):
            self._waiting.append(value.value)

    def _argument(self, node: ast.arg) -> None:
        self._annotation(node.annotation)

    def _annotated_assignment(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        self._waiting += (node.target, node.value)

    def _annotation(self, node: ast.expr | None) -> None:
        if node.__class__ is ast.Name:
            self.annotated.add(node.id)
        elif node is not None and node.__class__ is not ast.Constant:
            self.annotated.update(one.id for one in ast.walk(node) if isinstance(one, ast.Name))

    def _call(self, node: ast.Call) -> None:
        function, arguments = node.func, node.args
        first, last = _first_name(function), _last_name(function)
        if first in ASKING and first == last:
            self._waiting += arguments[ASKING[first] :][:1]
            return
        values = [*arguments, *[keyword.value for keyword in node.keywords]]
        for one in values:
            if one.__class__ is ast.Name:
                self.given.add((first, one.id))
        if last in ("parameters", "modules") and function.__class__ is ast.Attribute:
            self.used.add(f"{last}()")
        if (first, last) == COMPILES and arguments and not FUNCTION.search(_last_name(arguments[0])):
            self.used.add(COMPILING)  # with the model; as a decorator's settings it has no argument
        if last.endswith(LAUNCHERS):
            self.used.update(_quoted(one.value) for one in values if isinstance(one, ast.Constant))
        self._waiting += (function, *values)

    def _comparison(self, node: ast.Compare) -> None:
        for one in (node.left, *node.comparators):
            if not (_is_wrapper(_last_name(one)) or isinstance(one, ast.Constant)):
                self._waiting.append(one)

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if value.__class__ is str and len(value) < LONGEST_PATH and _is_wrapper(value.rpartition(".")[2]):
            self.names_wrapper = True


def _nothing(_names: _Names, _node: object) -> None:
    """In constants, contexts and operators there are no names."""


_NAMELESS: frozenset[type] = frozenset(
    {bool, int, float, complex, str, bytes, type(None), type(...), ast.Load, ast.Store}
)

_HANDLERS: dict[type, Callable[[_Names, Any], None]] = {
    **dict.fromkeys(_NAMELESS, _nothing),
    ast.FunctionDef: _Names._function,
    ast.AsyncFunctionDef: _Names._function,
    ast.Import: _Names._import,
    ast.ImportFrom: _Names._import_from,
    ast.Name: _Names._name,
    ast.Attribute: _Names._attribute,
    ast.arg: _Names._argument,
    ast.AnnAssign: _Names._annotated_assignment,
    ast.Call: _Names._call,
    ast.Compare: _Names._comparison,
    ast.Constant: _Names._constant,
}


def _first_name(node: ast.expr) -> str:
    """Of `a.b.c` and `a` alike: `a`, which an import may bind."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _receiver(node: ast.expr) -> str:
    """What an attribute is taken from, as far as a name tells: `self`, `super`, or what an import may bind."""
    if isinstance(node, ast.Call):
        return "super" if isinstance(node.func, ast.Name) and node.func.id == "super" else ""
    first = _first_name(node)
    return "" if first in SELVES and not isinstance(node, ast.Name) else first


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
