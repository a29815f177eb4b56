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
from typing import Any, Callable, NamedTuple

from fsdp_lint.extract.glance import STRATEGIES

WRAPPERS = re.compile(r"DataParallel$|^fully_shard$|FSDPStrategy$|^FSDP$")
ACTS = re.compile(
    r"^optim$|[A-Z]\w*Optimizer$|^(create|configure|build|get|make|setup|init)\w*_optimizers?"
    r"|[Aa]dam|SGD|Lamb$|LAMB|LARS|Lion$|[Aa]dafactor|[Aa]dagrad|RMS[Pp]rop|Sophia|[Mm]uon|Shampoo"
    r"|requires_grad|clip_grad|total_norm|param_groups|named_parameters|parameters\(\)|modules\(\)|^named_modules$"
)
SETTINGS = re.compile(r"orig_param|flatten|sharding_strategy|fsdp|shard", re.IGNORECASE)
CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__call__", "__enter__")
LAUNCHERS = ("Trainer", "Fabric")
STAR = "*"


class Imported(NamedTuple):
    """A name that an import binds: a module's (`name` is None), one in a module, or all of a module's (STAR)."""

    module: str
    level: int
    name: str | None
    bound: str


class Outline(NamedTuple):
    """The names that each module-level definition uses ("" for other statements), and what the imports bind.

    A method is a definition of its own, `Class.method`; a class uses what its body and its constructor use. `wraps` are
    the definitions that hand something to a wrapper, `acts` those that select, build, freeze or clip, `settings` those
    that may say with which flags a wrapper is called. `annotations` are the names in each definition's annotations;
    `bases` those from which each class inherits, `methods` the definitions that are its methods. `calls_back` are the
    names of functions that are given definitions of this file, as decorators are.
    """

    imports: tuple[Imported, ...]
    uses: dict[str, frozenset[str]]
    wraps: frozenset[str]
    acts: frozenset[str]
    settings: frozenset[str]
    annotations: dict[str, frozenset[str]]
    bases: dict[str, frozenset[str]]
    methods: dict[str, frozenset[str]]
    calls_back: frozenset[str]

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

    def leading_to(self, names: Iterable[str]) -> frozenset[str]:
        """These names, and the definitions that use one of them, also through other definitions of the file.

        Of `Class.method` the method's bare name counts as a use, whatever it is called on.
        """
        users: dict[str, list[str]] = {}
        for definition, used in self.uses.items():
            for name in used:
                users.setdefault(name, []).append(definition)
        heirs: dict[str, list[str]] = {}
        for owner, bases in self.bases.items():
            for base in bases:
                heirs.setdefault(base, []).append(owner)
        found = set(names)
        waiting = list(found)
        while waiting:
            owner, _, bare = waiting.pop().rpartition(".")
            new = {*users.get(bare, ()), *(f"{heir}.{bare}" for heir in heirs.get(owner, ()))} - found
            found |= new
            waiting += new
        return frozenset(found)


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
    annotations: dict[str, set[str]] = {}
    bases: dict[str, frozenset[str]] = {}
    given: set[tuple[str, str]] = set()
    for statement in tree.body:
        for names, part in _parts(statement):
            found = _Names()
            found.visit(part)
            imports += found.imports
            given |= found.given
            for name in names:
                uses.setdefault(name, set()).update(found.used)
                annotations.setdefault(name, set()).update(found.annotated)
        if isinstance(statement, ast.ClassDef):
            inherited = (name for base in statement.bases for name in ast.walk(base))
            bases[statement.name] = frozenset(one.id for one in inherited if isinstance(one, ast.Name))
    wrappers = {one.bound for one in imports if one.name is not None and WRAPPERS.search(one.name)}
    return Outline(
        tuple(imports),
        {name: frozenset(used) for name, used in uses.items()},
        frozenset(name for name, used in uses.items() if any(u in wrappers or _is_wrapper(u) for u in used)),
        frozenset(name for name, used in uses.items() if any(map(_acts, used))),
        frozenset(name for name, used in uses.items() if any(map(_sets, (name, *used)))),
        {name: frozenset(names) for name, names in annotations.items()},
        bases,
        {owner: frozenset(one for one in uses if one.startswith(f"{owner}.")) for owner in bases},
        frozenset(callee for callee, argument in given if not argument or argument in uses),
    )


@functools.cache
def _is_wrapper(name: str) -> bool:
    return WRAPPERS.search(name) is not None or name in STRATEGIES


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
        self.imports: list[Imported] = []
        self.annotated: set[str] = set()
        self.given: set[tuple[str, str]] = set()

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
        self._visit_inside(node)

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
        self.used.add(node.attr)
        if isinstance(node.value, ast.Name) and WRAPPERS.search(node.value.id):
            return  # FSDP.summon_full_params(model) wraps nothing
        self.visit(node.value)

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
        if isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass"):
            for argument in node.args[:1]:
                self.visit(argument)
            return
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        self.given |= {(_first_name(node.func), one.id) for one in values if isinstance(one, ast.Name)}
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("parameters", "modules"):
            self.used.add(f"{node.func.attr}()")
        if _last_name(node.func).endswith(LAUNCHERS):
            self.used.update(one.value for one in values if isinstance(one, ast.Constant) and one.value in STRATEGIES)
        self._visit_inside(node)

    def _comparison(self, node: ast.Compare) -> None:
        for one in (node.left, *node.comparators):
            if not (isinstance(one, ast.Name) and WRAPPERS.search(one.id)):
                self.visit(one)


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
    ast.Constant: _nothing,
    ast.Load: _nothing,
    ast.Store: _nothing,
}


def _first_name(node: ast.expr) -> str:
    """Of `a.b.c` and `a` alike: `a`, which an import may bind."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
