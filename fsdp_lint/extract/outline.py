"""A file in outline: what it imports, and which names its definitions use; from Python's own parser, which is fast.

It decides which files make a program together, and no more. A file that this Python cannot parse has no outline, and
stays a program of its own.
"""

from __future__ import annotations

import ast
import functools
import re
import warnings
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Callable, NamedTuple

WRAPPERS = re.compile(r"DataParallel(Plugin)?$|^fully_shard$|FSDPStrategy$|^FSDP$")
STRATEGIES = ("fsdp", "fsdp_native", "fsdp_cpu_offload")
ACTS = re.compile(
    r"^optim$|[A-Z]\w*Optimizer$|^(create|configure|build|get|make|setup|init)\w*_optimizers?"
    r"|[Aa]dam|SGD|Lamb$|LAMB|LARS|Lion$|[Aa]dafactor|[Aa]dagrad|RMS[Pp]rop|Sophia|[Mm]uon|Shampoo"
    r"|requires_grad|clip_grad|total_norm|param_groups"
)
PURPOSES = re.compile(
    r"optim|adam|sgd|lamb|lars|lion|adafactor|adagrad|rmsprop|sophia|muon|shampoo|requires_grad|clip_grad|total_norm"
    r"|param_groups",
    re.IGNORECASE,
)
SELECTIONS = frozenset({"named_parameters", "parameters()", "modules()", "named_modules"})
SETTINGS = re.compile(r"orig_param|flatten|sharding_strategy|fsdp|shard", re.IGNORECASE)
CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__call__", "__enter__")
LAUNCHERS = ("Trainer", "Fabric")
ASKING = {"isinstance": 0, "issubclass": 0, "cast": 1}
"""Calls that name a class without using it, by which of their arguments is used."""

LONGEST_PATH = 90
"""Characters of a text that may be a dotted path."""

SELVES = frozenset({"self", "cls", "super"})
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
    of this file, as decorators are. `may_find` says whether the file by itself can come to a finding: whether it wraps
    or compiles, and names something that is done with parameters.
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
    may_find: bool

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
        users: dict[str, list[str]] = {}
        guessing: dict[str, list[str]] = {}
        for definition, used in self.uses.items():
            guessed = self.guessed.get(definition, frozenset())
            for name in used:
                (guessing if name in guessed else users).setdefault(name, []).append(definition)
        heirs: dict[str, list[str]] = {}
        for owner, bases in self.bases.items():
            for base in bases:
                heirs.setdefault(base, []).append(owner)

        def through(name: str) -> Iterator[str]:
            owner, _, bare = name.rpartition(".")
            yield from users.get(bare, ())
            yield from (f"{heir}.{bare}" for heir in heirs.get(owner, ()))

        sure = _closure(leads.sure, through)
        methods = (name.rpartition(".") for name in sure)
        guesses = {user for owner, _, bare in methods if owner for user in guessing.get(bare, ())}
        return Leads(frozenset(sure), frozenset(_closure(leads.guessed | guesses, through) - sure))


class Leads(NamedTuple):
    """The names of a file that lead to a wrap: surely, or if an attribute of some object is the method it may be."""

    sure: frozenset[str]
    guessed: frozenset[str]

    def all(self) -> frozenset[str]:
        """The names of both kinds."""
        return self.sure | self.guessed


NO_LEADS = Leads(frozenset(), frozenset())


def _closure(names: Iterable[str], through: Callable[[str], Iterable[str]]) -> set[str]:
    """The names, and what is come to from them."""
    found = set(names)
    waiting = list(found)
    while waiting:
        new = set(through(waiting.pop())) - found
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
    names_wrapper = False
    for statement in tree.body:
        for names, part in _parts(statement):
            found = _Names()
            found.visit(part)
            imports += found.imports
            given |= found.given
            names_wrapper = names_wrapper or found.names_wrapper
            for name in names:
                uses.setdefault(name, set()).update(found.used, (attribute for _, attribute in found.attributes))
                plain.setdefault(name, set()).update(found.used)
                attributes.setdefault(name, set()).update(found.attributes)
                annotations.setdefault(name, set()).update(found.annotated)
        if isinstance(statement, ast.ClassDef):
            inherited = (name for base in statement.bases for name in ast.walk(base))
            bases[statement.name] = frozenset(one.id for one in inherited if isinstance(one, ast.Name))
    wrappers = {one.bound for one in imports if one.name is not None and WRAPPERS.search(one.name)}
    wraps = frozenset(name for name, used in uses.items() if any(u in wrappers or _is_wrapper(u) for u in used))
    known = {*SELVES, *uses, *(one.bound for one in imports)}
    return Outline(
        tuple(imports),
        {name: frozenset(used) for name, used in uses.items()},
        {name: _guessed(attributes[name], known, plain[name]) for name in uses},
        wraps,
        frozenset(name for name, used in uses.items() if any(map(_acts, used))),
        frozenset(name for name, used in uses.items() if not used.isdisjoint(SELECTIONS)),
        frozenset(name for name, used in uses.items() if any(map(_sets, (name, *used)))),
        {name: frozenset(names) for name, names in annotations.items()},
        bases,
        {owner: frozenset(one for one in uses if one.startswith(f"{owner}.")) for owner in bases},
        frozenset(callee for callee, argument in given if not argument or argument in uses),
        (bool(wraps) or names_wrapper or any("compile" in used for used in uses.values()))
        and any(_has_purpose(name) for used in uses.values() for name in used),
    )


def _guessed(attributes: Iterable[tuple[str, str]], known: AbstractSet[str], plain: AbstractSet[str]) -> frozenset[str]:
    """The attributes that are only taken from objects of which nothing is known."""
    told = {attribute for of, attribute in attributes if of in known}
    return frozenset(attribute for _, attribute in attributes) - told - plain


@functools.cache
def _is_wrapper(name: str) -> bool:
    return WRAPPERS.search(name) is not None or name in QUOTED_STRATEGIES


@functools.cache
def _has_purpose(name: str) -> bool:
    return PURPOSES.search(name) is not None


@functools.cache
def _acts(name: str) -> bool:
    return ACTS.search(name) is not None


@functools.cache
def _sets(name: str) -> bool:
    return SETTINGS.search(name) is not None


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


def _defined(statement: ast.stmt) -> Iterable[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
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

    Does what `ast.NodeVisitor` does, in half its time: large projects have this walked most.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.imports: list[Imported] = []
        self.annotated: set[str] = set()
        self.given: set[tuple[str, str]] = set()
        self.names_wrapper = False
        """Whether a wrapper is named in a text (`getattr(fsdp, "FullyShardedDataParallel")`)."""

    def visit(self, node: ast.AST) -> None:
        """Look at a node and all in it."""
        handler = _HANDLERS.get(type(node))
        if handler is None:
            self._visit_inside(node)
        else:
            handler(self, node)

    def _visit_inside(self, node: ast.AST) -> None:
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                for one in value:
                    if isinstance(one, ast.AST):
                        self.visit(one)
            elif isinstance(value, ast.AST):
                self.visit(value)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for one in node.decorator_list:
            self.given.add((_first_name(one.func if isinstance(one, ast.Call) else one), ""))
            self.visit(one)
        self._annotation(node.returns)
        self.visit(node.args)
        for statement in node.body:
            self.visit(statement)

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
        self.attributes.add((_receiver(node.value), node.attr))
        if not WRAPPERS.search(_last_name(node.value)):  # FSDP.summon_full_params(model) wraps nothing
            self.visit(node.value)
        elif isinstance(node.value, ast.Attribute):
            self.visit(node.value.value)

    def _argument(self, node: ast.arg) -> None:
        self._annotation(node.annotation)

    def _annotated_assignment(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        for one in (node.target, node.value):
            if one is not None:
                self.visit(one)

    def _annotation(self, node: ast.expr | None) -> None:
        if node is not None:
            self.annotated.update(one.id for one in ast.walk(node) if isinstance(one, ast.Name))

    def _call(self, node: ast.Call) -> None:
        asked = ASKING.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if asked is not None:
            for argument in node.args[asked : asked + 1]:
                self.visit(argument)
            return
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        self.given |= {(_first_name(node.func), one.id) for one in values if isinstance(one, ast.Name)}
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("parameters", "modules"):
            self.used.add(f"{node.func.attr}()")
        if _last_name(node.func).endswith(LAUNCHERS):
            self.used.update(_quoted(one.value) for one in values if isinstance(one, ast.Constant))
        self._visit_inside(node)

    def _comparison(self, node: ast.Compare) -> None:
        for one in (node.left, *node.comparators):
            if not WRAPPERS.search(_last_name(one)):
                self.visit(one)

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if type(value) is str and len(value) < LONGEST_PATH and WRAPPERS.search(value.rpartition(".")[2]):
            self.names_wrapper = True


def _nothing(_names: _Names, _node: ast.AST) -> None:
    """In constants, contexts and operators there are no names."""


_HANDLERS: dict[type, Callable[[_Names, Any], None]] = {
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
    ast.Load: _nothing,
    ast.Store: _nothing,
}


def _first_name(node: ast.expr) -> str:
    """Of `a.b.c` and `a` alike: `a`, which an import may bind."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _receiver(node: ast.expr) -> str:
    """What an attribute is taken from, as far as a name tells: `self`, `super`, or what an import may bind."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        return "super"
    first = _first_name(node)
    return "" if first in SELVES and not isinstance(node, ast.Name) else first


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
