"""What a statement reads, binds and may change, by the names in it.

Names alone are looked at: what a call may do is taken from how it is written, and taken to be anything where that does
not tell. `model.head` is a path; two paths meet where one begins with the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

import libcst as cst

Path = tuple[str, ...]

READING = frozenset(
    {
        "parameters",
        "named_parameters",
        "modules",
        "named_modules",
        "children",
        "named_children",
        "buffers",
        "named_buffers",
        "state_dict",
        "items",
        "values",
        "keys",
        "get",
        "copy",
        "format",
        "join",
        "startswith",
        "endswith",
        "split",
        "lower",
        "dim",
        "numel",
        "size",
    }
)
"""Methods that leave their object as it is."""

KEEPING = frozenset(
    {
        "to",
        "cuda",
        "cpu",
        "train",
        "eval",
        "half",
        "float",
        "double",
        "bfloat16",
    }
)
"""Methods of a module that give the module itself, with the same parameters."""

STORING = frozenset(
    {
        "append",
        "extend",
        "insert",
        "add",
        "update",
        "setdefault",
    }
)
"""Methods that put what they are given into their object, and leave it as it is."""

HARMLESS = frozenset(
    {
        "print",
        "len",
        "isinstance",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "sorted",
        "sum",
        "min",
        "max",
        "str",
        "repr",
        "int",
        "float",
        "bool",
        "range",
        "enumerate",
        "zip",
        "filter",
        "map",
        "any",
        "all",
        "hasattr",
        "getattr",
        "type",
        "id",
        "reversed",
        "callable",
    }
)
"""Functions that leave their arguments as they are."""

UNREADABLE = frozenset({"exec", "eval", "locals", "globals", "vars"})
"""Functions that reach names which do not stand in the source."""


class Rebinding(NamedTuple):
    """A wrapper's object is put at `target`; `whole` where the module that it wraps stood there itself."""

    target: Path
    whole: bool


class Effects(NamedTuple):
    """What a statement does.

    `binds` are the paths that get another value, `mutates` those whose objects may change. What wraps take is `wrapped`
    and `rebindings` are where they leave their objects, which is in neither of the others; `lost`: a wrapper's object
    goes somewhere else. `doubtful`: something that names do not tell; `leaves`: it may end the block around it.
    """

    reads: frozenset[Path]
    binds: frozenset[Path]
    mutates: frozenset[Path]
    rebindings: tuple[Rebinding, ...] = ()
    wrapped: frozenset[Path] = frozenset()
    lost: bool = False
    doubtful: bool = False
    leaves: bool = False

    @property
    def changes(self) -> frozenset[Path]:
        """All that is different afterwards."""
        return self.binds | self.mutates


def meet(some: Iterable[Path], others: Collection[Path]) -> bool:
    """Whether a path of the one is, or leads to, one of the others, or the other way round."""
    return any(one[: len(other)] == other[: len(one)] for one in some for other in others)


def imported(module: cst.Module) -> frozenset[str]:
    """The names that import statements give anywhere in a file."""
    found: set[str] = set()
    nodes: list[cst.CSTNode] = [module]
    while nodes:
        node = nodes.pop()
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            found |= set(_import_names(node))
        else:
            nodes.extend(node.children)
    return frozenset(found)


def _import_names(node: cst.Import | cst.ImportFrom) -> Iterator[str]:
    for one in node.names if not isinstance(node.names, cst.ImportStar) else ():
        name = one.asname.name if one.asname is not None else one.name
        while isinstance(name, cst.Attribute):
            name = name.value  # type: ignore[assignment]
        if isinstance(name, cst.Name):
            yield name.value


def path_of(node: cst.CSTNode) -> Path | None:
    """The path that an expression is; that of what is indexed, for an element of it."""
    if isinstance(node, cst.Name):
        return (node.value,)
    if isinstance(node, cst.Subscript):
        return path_of(node.value)
    if isinstance(node, cst.Attribute):
        above = path_of(node.value)
        return None if above is None or isinstance(node.value, cst.Subscript) else (*above, node.attr.value)
    return None


class Reader:
    """Reads the effects of the statements of one block, from the first on: a later one may use another name."""

    def __init__(self, module: cst.Module, wraps: Collection[cst.Call], in_place: Collection[cst.Call]) -> None:
        self._module = module
        self._imported = imported(module)
        self._wraps, self._in_place = wraps, in_place
        self._aliases: dict[str, frozenset[Path]] = {}
        self._hidden: list[set[str]] = []
        self._begin()

    def _begin(self) -> None:
        self._reads: set[Path] = set()
        self._binds: set[Path] = set()
        self._mutates: set[Path] = set()
        self._rebindings: list[Rebinding] = []
        self._wrapped: set[Path] = set()
        self._placed: set[cst.Call] = set()
        self._met: set[cst.Call] = set()
        self._doubtful = self._leaves = False

    def effects(self, statement: cst.CSTNode) -> Effects:
        """What a statement does."""
        self._begin()
        self._visit(statement)
        return Effects(
            frozenset(self._reads),
            frozenset(self._binds),
            frozenset(self._mutates),
            tuple(self._rebindings),
            frozenset(self._wrapped),
            any(one not in self._placed and one not in self._in_place for one in self._met),
            self._doubtful,
            self._leaves,
        )

    def _visit(self, node: cst.CSTNode) -> None:
        _VISITORS.get(type(node).__name__, Reader._visit_children)(self, node)

    def _visit_children(self, node: cst.CSTNode) -> None:
        for child in node.children:
            self._visit(child)

    # What is read.

    def _visit_name(self, node: cst.Name) -> None:
        self._read((node.value,))

    def _visit_attribute(self, node: cst.Attribute) -> None:
        path = path_of(node)
        if path is None:
            self._visit(node.value)
        else:
            self._read(path)

    def _visit_argument(self, node: cst.Arg) -> None:
        self._visit(node.value)

    def _read(self, path: Path) -> None:
        if not self._is_hidden(path):
            self._reads.add(path)

    def _is_hidden(self, path: Path) -> bool:
        return any(path[0] in names for names in self._hidden)

    # What is called.

    def _visit_call(self, node: cst.Call) -> None:
        if isinstance(node.func, cst.Attribute):
            self._visit(node.func.value)
        else:
            self._visit(node.func)
        for argument in node.args:
            self._visit(argument)
        if node in self._wraps:
            self._met.add(node)
            self._wrapped |= self._parts(node.args[0].value) if node.args else set()
            return
        for path in self._changed(node):
            self._mutate(path)
        if isinstance(node.func, cst.Name) and node.func.value in UNREADABLE:
            self._doubtful = True

    def _changed(self, node: cst.Call) -> set[Path]:
        """What a call may change: a method its object, and any other than those that are known all that it is given."""
        name = called(node.func)
        if name[:1].isupper() or (name in HARMLESS and isinstance(node.func, cst.Name)):
            return set()
        if name in READING or name in KEEPING:
            return set()
        changed = self._paths(node.func.value) if isinstance(node.func, cst.Attribute) else set()
        given = set().union(*(self._paths(argument.value) for argument in node.args))
        if name not in STORING:
            return changed | given
        for path in changed:
            self._aliases[path[0]] = self._aliases.get(path[0], frozenset()) | given
        return changed

    def _paths(self, node: cst.CSTNode) -> set[Path]:
        """The paths that an expression reads, apart from texts that are put together."""
        path = path_of(node)
        if path is not None:
            return {path}
        if isinstance(node, cst.FormattedString):
            return set()
        if isinstance(node, cst.Call):
            inner = [node.func.value] if isinstance(node.func, cst.Attribute) else []
            return set().union(*map(self._paths, [*inner, *(one.value for one in node.args)]))
        return set().union(*map(self._paths, node.children))

    def _mutate(self, path: Path) -> None:
        for one in {path, *self._aliases.get(path[0], ())}:
            if one[0] not in self._imported and not self._is_hidden(one):
                self._mutates.add(one)

    # What is bound.

    def _visit_assign(self, node: cst.Assign) -> None:
        self._visit(node.value)
        targets = [one.target for one in node.targets]
        if len(targets) == 1 and (self._is_rebinding(targets[0], node.value) or _keeps(targets[0], node.value)):
            return
        for target in targets:
            self._bind(target, node.value)

    def _is_rebinding(self, target: cst.BaseExpression, value: cst.BaseExpression) -> bool:
        call = innermost(value)
        path = path_of(target)
        if not isinstance(call, cst.Call) or call not in self._wraps or path is None or not call.args:
            return False
        whole = self._module.code_for_node(target) == self._module.code_for_node(innermost(call.args[0].value))
        if call in self._in_place and not whole:
            return False
        self._placed.add(call)
        self._rebindings.append(Rebinding(path, whole or isinstance(target, cst.Subscript)))
        return True

    def _visit_annotated(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self._visit(node.value)
            self._bind(node.target, node.value)

    def _visit_augmented(self, node: cst.AugAssign) -> None:
        self._visit(node.value)
        self._visit(node.target)
        self._bind(node.target, node.value)
        for path in self._paths(node.target):
            self._mutate(path)

    def _visit_named(self, node: cst.NamedExpr) -> None:
        self._visit(node.value)
        self._bind(node.target, node.value)

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        """Give a target a value; where that is part of something, a change of the one is a change of the other."""
        if isinstance(target, (cst.Tuple, cst.List)):
            for element in target.elements:
                self._bind(element.value, value)
            return
        path = path_of(target)
        if path is None:
            self._doubtful = True
            return
        if isinstance(target, cst.Name):
            self._aliases[target.value] = frozenset(self._parts(value))
            if not self._is_hidden(path):
                self._binds.add(path)
            return
        if isinstance(target, cst.Subscript):
            self._visit_children(target)
        elif not self._is_hidden(path):
            self._binds.add(path)
        above = path if isinstance(target, cst.Subscript) else path[:-1]
        for one in self._aliases.get(path[0], ()) if isinstance(target, cst.Attribute) else (above,):
            self._mutate(one)

    def _parts(self, value: cst.CSTNode) -> set[Path]:
        """What a value may be a part of."""
        if isinstance(value, cst.Call) and called(value.func)[:1].isupper():
            return set()
        found = self._paths(value)
        return found.union(*(self._aliases.get(path[0], ()) for path in found))

    # What holds other statements.

    def _visit_loop(self, node: cst.For) -> None:
        self._visit(node.iter)
        self._bind(node.target, node.iter)
        self._visit(node.body)
        if node.orelse is not None:
            self._visit(node.orelse)

    def _visit_with_item(self, node: cst.WithItem) -> None:
        self._visit(node.item)
        if node.asname is not None:
            self._bind(node.asname.name, node.item)

    def _visit_comprehension(self, node: cst.BaseSimpleComp) -> None:
        self._comprehend(node.for_in, [node.elt])

    def _visit_dict_comprehension(self, node: cst.DictComp) -> None:
        self._comprehend(node.for_in, [node.key, node.value])

    def _comprehend(self, loop: cst.CompFor, elements: Iterable[cst.CSTNode]) -> None:
        outer, aliases = list(self._hidden), dict(self._aliases)
        inner: cst.CompFor | None = loop
        while inner is not None:
            self._visit(inner.iter)
            self._hidden.append(set(_names(inner.target)))
            self._bind(inner.target, inner.iter)
            for test in inner.ifs:
                self._visit(test)
            inner = inner.inner_for_in
        for element in elements:
            self._visit(element)
        self._hidden, self._aliases = outer, aliases

    def _visit_lambda(self, node: cst.Lambda) -> None:
        self._later([node.body], {one.name.value for one in _parameters(node.params)})

    def _visit_function(self, node: cst.FunctionDef) -> None:
        for decorator in node.decorators:
            self._visit(decorator)
        self._later([node.body, node.params], {one.name.value for one in _parameters(node.params)})
        self._binds.add((node.name.value,))

    def _visit_class(self, node: cst.ClassDef) -> None:
        self._later([node.body, *node.bases, *node.keywords, *node.decorators], set())
        self._binds.add((node.name.value,))

    def _later(self, nodes: Iterable[cst.CSTNode], parameters: set[str]) -> None:
        """What runs later, if ever: all that it names counts as read now."""
        for name in (name for node in nodes for name in _names(node)):
            if name not in parameters:
                self._read((name,))

    # What is not looked into.

    def _visit_import(self, node: cst.Import) -> None:
        self._binds |= {(name,) for name in _import_names(node)}

    def _visit_import_from(self, node: cst.ImportFrom) -> None:
        self._doubtful |= isinstance(node.names, cst.ImportStar)
        self._binds |= {(name,) for name in _import_names(node)}

    def _visit_doubtful(self, _: cst.CSTNode) -> None:
        self._doubtful = True

    def _visit_leave(self, node: cst.CSTNode) -> None:
        self._leaves = True
        self._visit_children(node)


_VISITORS: dict[str, Callable[[Reader, Any], None]] = {
    "Name": Reader._visit_name,
    "Attribute": Reader._visit_attribute,
    "Arg": Reader._visit_argument,
    "Call": Reader._visit_call,
    "Assign": Reader._visit_assign,
    "AnnAssign": Reader._visit_annotated,
    "AugAssign": Reader._visit_augmented,
    "NamedExpr": Reader._visit_named,
    "For": Reader._visit_loop,
    "WithItem": Reader._visit_with_item,
    "ListComp": Reader._visit_comprehension,
    "DictComp": Reader._visit_dict_comprehension,
    "Lambda": Reader._visit_lambda,
    "FunctionDef": Reader._visit_function,
    "ClassDef": Reader._visit_class,
    "Import": Reader._visit_import,
    "ImportFrom": Reader._visit_import_from,
    "Return": Reader._visit_leave,
    "SetComp": Reader._visit_comprehension,
    "GeneratorExp": Reader._visit_comprehension,
    "Raise": Reader._visit_leave,
    "Break": Reader._visit_leave,
    "Continue": Reader._visit_leave,
    "Global": Reader._visit_doubtful,
    "Nonlocal": Reader._visit_doubtful,
    "Del": Reader._visit_doubtful,
    "Yield": Reader._visit_doubtful,
    "Await": Reader._visit_doubtful,
    "Match": Reader._visit_doubtful,
    "Try": Reader._visit_doubtful,
    "TryStar": Reader._visit_doubtful,
    "TypeAlias": Reader._visit_doubtful,
}


def called(function: cst.CSTNode) -> str:
    """The last part of the name of what is called."""
    if isinstance(function, cst.Attribute):
        return function.attr.value
    return function.value if isinstance(function, cst.Name) else ""


def innermost(value: cst.BaseExpression) -> cst.BaseExpression:
    """What stands before calls of methods that give their object itself: `x` of `x.to(device).train()`."""
    while isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value in KEEPING:
        value = value.func.value
    return value


def _keeps(target: cst.BaseExpression, value: cst.BaseExpression) -> bool:
    """Whether a target gets what it is already."""
    inner = innermost(value)
    return inner is not value and inner.deep_equals(target)


def _names(node: cst.CSTNode) -> list[str]:
    """All names in a node, but those of keywords and attributes."""
    if isinstance(node, cst.Name):
        return [node.value]
    if isinstance(node, cst.Attribute):
        return _names(node.value)
    if isinstance(node, cst.Arg):
        return _names(node.value)
    return [name for child in node.children for name in _names(child)]


def _parameters(parameters: cst.Parameters) -> list[cst.Param]:
    stars = [one for one in (parameters.star_arg, parameters.star_kwarg) if isinstance(one, cst.Param)]
    return [*parameters.posonly_params, *parameters.params, *parameters.kwonly_params, *stars]
