"""Expressions of Python's own tree to facts, one small function for each kind of node.

They number the nodes in the order in which `from_libcst` numbers them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from fsdp_lint.extract.facts import (
    Argument,
    Attribute,
    BinaryOperation,
    BooleanOperation,
    Call,
    Clause,
    Comparison,
    Comprehension,
    Conditional,
    Constant,
    Dictionary,
    Display,
    Expression,
    Lambda,
    Name,
    Not,
    Other,
    Parameter,
    Starred,
    Subscript,
    Template,
    Walrus,
    Yield,
)
from fsdp_lint.extract.from_ast.nodes import BareGenerator, Converters, Indices, Nodes, Operands, WholeParameter, Within
from fsdp_lint.extract.from_ast.operators import BINARY, COMPARISON
from fsdp_lint.extract.unparsable import nested_too_deeply
from fsdp_lint.extract.walk import DEEPEST, LEVEL, LONGEST_CHAIN

_CONSTANTS = frozenset({str, int, float, bool, type(None)})
_in_written_order = attrgetter("lineno", "col_offset")


def expression(node: ast.expr, walk: Nodes) -> Expression:
    """The facts of any expression, also one that stands in a display, a subscript or a target.

    Raises `Unparsable` and `UnknownSyntax` (as every function here that takes a walk does).
    """
    walk.depth += LEVEL  # `enter` and `leave` in place: this is the hottest function of the walk
    if walk.depth > DEEPEST:
        raise nested_too_deeply()
    facts = _CONVERTERS[type(node)](node, walk)
    walk.depth -= LEVEL
    return facts


def optional(node: ast.expr | None, walk: Nodes) -> Expression | None:
    """The facts of an expression that may be missing."""
    return None if node is None else expression(node, walk)


def arguments(nodes: list[ast.expr], keywords: list[ast.keyword], walk: Nodes) -> tuple[Argument, ...]:
    """The arguments of a call, or the bases of a class, in the order in which they are written."""
    if not keywords:
        return tuple([_argument(node, walk) for node in nodes])
    if any(type(node) is ast.Starred for node in nodes):  # nothing else can follow a keyword
        mixed: list[Any] = sorted([*nodes, *keywords], key=_in_written_order)
        return tuple([(_keyword if type(node) is ast.keyword else _argument)(node, walk) for node in mixed])
    return (*[_argument(node, walk) for node in nodes], *[_keyword(node, walk) for node in keywords])


def _argument(node: ast.expr, walk: Nodes) -> Argument:
    if type(node) is ast.Starred:
        return Argument(expression(node.value, walk), None, "*")
    return Argument(expression(node, walk))


def _keyword(node: ast.keyword, walk: Nodes) -> Argument:
    return Argument(expression(node.value, walk), node.arg, "**" if node.arg is None else "")


def parameters(node: ast.arguments, walk: Nodes) -> tuple[Parameter, ...]:
    """The parameters of a function in the order in which they are written."""
    found: list[Parameter] = []
    positional = [*node.posonlyargs, *node.args]
    without_default = len(positional) - len(node.defaults)
    for index, parameter in enumerate(positional):
        default = node.defaults[index - without_default] if index >= without_default else None
        found.append(_parameter(parameter, "/" if index < len(node.posonlyargs) else "", default, walk))
    if node.vararg is not None:
        found.append(_parameter(node.vararg, "*", None, walk))
    for parameter, default in zip(node.kwonlyargs, node.kw_defaults):
        found.append(_parameter(parameter, "keyword", default, walk))
    if node.kwarg is not None:
        found.append(_parameter(node.kwarg, "**", None, walk))
    return tuple(found)


def _parameter(node: ast.arg, kind: str, default: ast.expr | None, walk: Nodes) -> Parameter:
    annotation = optional(node.annotation, walk)
    value = optional(default, walk)
    stars = kind if "*" in kind else ""
    anchor = walk.anchor(WholeParameter(node, default, stars) if default is not None or stars else node)
    return Parameter(node.arg, kind, value, annotation, anchor)


def _name(node: ast.Name, walk: Nodes) -> Expression:
    return Name(node.id, walk.anchor(node))


def _constant(node: ast.Constant, walk: Nodes) -> Expression:
    value = node.value
    if type(value) in _CONSTANTS:
        return Constant(value, walk.anchor(node))  # type: ignore[arg-type]  # neither bytes nor a complex number
    return Other((), walk.anchor(node))


def _attribute(node: ast.Attribute, walk: Nodes) -> Expression:
    return Attribute(expression(node.value, walk), node.attr, walk.anchor(node))


def _call(node: ast.Call, walk: Nodes) -> Expression:
    function = expression(node.func, walk)
    found = arguments(node.args, node.keywords, walk)
    if len(found) == 1 and node.args and type(node.args[0]) is ast.GeneratorExp and _end_together(node.args[0], node):
        walk.nodes[-1] = BareGenerator(node.args[0])
    return Call(function, found, walk.anchor(node))


def _end_together(one: ast.expr, other: ast.expr) -> bool:
    return (one.end_lineno, one.end_col_offset) == (other.end_lineno, other.end_col_offset)


def _subscript(node: ast.Subscript, walk: Nodes) -> Expression:
    value = expression(node.value, walk)
    index = expression(node.slice, walk)
    if type(node.slice) is ast.Tuple and node.slice.elts:
        walk.nodes[-1] = Indices(node.slice)
    return Subscript(value, index, walk.anchor(node))


def _slice(node: ast.Slice, walk: Nodes) -> Expression:
    return _other(node, (node.lower, node.upper, node.step), walk)


def _other(node: ast.expr, parts: Iterable[ast.expr | None], walk: Nodes) -> Expression:
    return Other(tuple([expression(part, walk) for part in parts if part is not None]), walk.anchor(node))


def _template(node: ast.JoinedStr, walk: Nodes) -> Expression:
    first = len(walk.nodes)
    parts = _template_parts(node, walk)
    walk.nodes[first:] = [Within(node)] * (len(walk.nodes) - first)
    return Template(parts, walk.anchor(node))


def _template_parts(node: ast.JoinedStr, walk: Nodes) -> tuple[Expression, ...]:
    """The parts of an f-string: text that is not interrupted by a field is one constant."""
    parts: list[Expression] = []
    text = ""
    for value in node.values:
        if isinstance(value, ast.Constant):
            text += str(value.value)
            continue
        if text:
            parts.append(Constant(text, walk.anchor(node)))
            text = ""
        parts += _replacement(value, walk)
    if text:
        parts.append(Constant(text, walk.anchor(node)))
    return tuple(parts)


def _replacement(field: ast.expr, walk: Nodes) -> list[Expression]:
    """The expression of a replacement field, then those in its format specification."""
    if not isinstance(field, ast.FormattedValue):
        return [expression(field, walk)]
    parts = [expression(field.value, walk)]
    if isinstance(field.format_spec, ast.JoinedStr):
        for value in field.format_spec.values:
            if not isinstance(value, ast.Constant):
                parts += _replacement(value, walk)
    return parts


def _unary_operation(node: ast.UnaryOp, walk: Nodes) -> Expression:
    operand = expression(node.operand, walk)
    if type(node.op) is ast.Not:
        return Not(operand, walk.anchor(node))
    if type(node.op) is ast.USub and type(node.operand) is ast.Constant:
        value = node.operand.value
        if type(value) is int or type(value) is float:
            return Constant(-value, walk.anchor(node))
    return Other((operand,), walk.anchor(node))


def _binary_operation(node: ast.BinOp, walk: Nodes) -> Expression:
    if type(node.left) is ast.BinOp and _is_long_chain(node):
        return _other(node, _operands(node), walk)
    left = expression(node.left, walk)
    return BinaryOperation(BINARY[type(node.op)], left, expression(node.right, walk), walk.anchor(node))


def _is_long_chain(node: ast.expr) -> bool:
    """Whether more operations are chained than a reader of facts should have to recurse into."""
    for _ in range(LONGEST_CHAIN):
        if not isinstance(node, ast.BinOp):
            return False
        node = node.left
    return True


def _operands(node: ast.expr) -> list[ast.expr]:
    """The operands of a chain, from left to right."""
    found: list[ast.expr] = []
    while isinstance(node, ast.BinOp):
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _boolean_operation(node: ast.BoolOp, walk: Nodes) -> Expression:
    """`a and b and c` as `(a and b) and c`."""
    operator = "and" if type(node.op) is ast.And else "or"
    first, *middle, last = node.values
    walk.enter(LEVEL * len(middle))
    left = expression(first, walk)
    for operand in middle:
        right = expression(operand, walk)
        left = BooleanOperation(operator, left, right, walk.anchor(Operands(node, operand)))
        walk.depth -= LEVEL
    return BooleanOperation(operator, left, expression(last, walk), walk.anchor(node))


def _comparison(node: ast.Compare, walk: Nodes) -> Expression:
    left = expression(node.left, walk)
    targets = zip(node.ops, node.comparators)
    rest = tuple([(COMPARISON[type(operator)], expression(comparator, walk)) for operator, comparator in targets])
    return Comparison(left, rest, walk.anchor(node))


def _conditional(node: ast.IfExp, walk: Nodes) -> Expression:
    test = expression(node.test, walk)
    return Conditional(test, expression(node.body, walk), expression(node.orelse, walk), walk.anchor(node))


def _await(node: ast.Await, walk: Nodes) -> Expression:
    return expression(node.value, walk)


def _lambda(node: ast.Lambda, walk: Nodes) -> Expression:
    found = parameters(node.args, walk)
    outside = walk.yields
    body = expression(node.body, walk)
    walk.yields = outside
    return Lambda(found, body, walk.anchor(node))


def _walrus(node: ast.NamedExpr, walk: Nodes) -> Expression:
    value = expression(node.value, walk)
    return Walrus(node.target.id, value, walk.anchor(node))


def _yield(node: ast.Yield, walk: Nodes) -> Expression:
    walk.yields = True
    return Yield(optional(node.value, walk), False, walk.anchor(node))


def _yield_from(node: ast.YieldFrom, walk: Nodes) -> Expression:
    walk.yields = True
    return Yield(expression(node.value, walk), True, walk.anchor(node))


def _starred(node: ast.Starred, walk: Nodes) -> Expression:
    return Starred(expression(node.value, walk), walk.anchor(node))


def _items(elements: Sequence[ast.expr], walk: Nodes) -> tuple[Expression, ...]:
    return tuple([expression(element, walk) for element in elements])


def _tuple(node: ast.Tuple, walk: Nodes) -> Expression:
    return Display("tuple", _items(node.elts, walk), walk.anchor(node))


def _list(node: ast.List, walk: Nodes) -> Expression:
    return Display("list", _items(node.elts, walk), walk.anchor(node))


def _set(node: ast.Set, walk: Nodes) -> Expression:
    return Display("set", _items(node.elts, walk), walk.anchor(node))


def _dict(node: ast.Dict, walk: Nodes) -> Expression:
    items = [(optional(key, walk), expression(value, walk)) for key, value in zip(node.keys, node.values)]
    return Dictionary(tuple(items), walk.anchor(node))


def _clauses(generators: list[ast.comprehension], walk: Nodes) -> tuple[Clause, ...]:
    return tuple([_clause(generator, walk) for generator in generators])


def _clause(node: ast.comprehension, walk: Nodes) -> Clause:
    target = expression(node.target, walk)
    return Clause(target, expression(node.iter, walk), _items(node.ifs, walk))


def _list_comprehension(node: ast.ListComp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    return Comprehension("list", None, element, _clauses(node.generators, walk), walk.anchor(node))


def _set_comprehension(node: ast.SetComp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    return Comprehension("set", None, element, _clauses(node.generators, walk), walk.anchor(node))


def _generator(node: ast.GeneratorExp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    return Comprehension("generator", None, element, _clauses(node.generators, walk), walk.anchor(node))


def _dict_comprehension(node: ast.DictComp, walk: Nodes) -> Expression:
    key = expression(node.key, walk)
    element = expression(node.value, walk)
    return Comprehension("dict", key, element, _clauses(node.generators, walk), walk.anchor(node))


_CONVERTERS: Converters[Callable[[Any, Nodes], Expression]] = Converters(
    {
        ast.Attribute: _attribute,
        ast.Await: _await,
        ast.BinOp: _binary_operation,
        ast.BoolOp: _boolean_operation,
        ast.Call: _call,
        ast.Compare: _comparison,
        ast.Constant: _constant,
        ast.Dict: _dict,
        ast.DictComp: _dict_comprehension,
        ast.GeneratorExp: _generator,
        ast.IfExp: _conditional,
        ast.JoinedStr: _template,
        ast.Lambda: _lambda,
        ast.List: _list,
        ast.ListComp: _list_comprehension,
        ast.Name: _name,
        ast.NamedExpr: _walrus,
        ast.Set: _set,
        ast.SetComp: _set_comprehension,
        ast.Slice: _slice,
        ast.Starred: _starred,
        ast.Subscript: _subscript,
        ast.Tuple: _tuple,
        ast.UnaryOp: _unary_operation,
        ast.Yield: _yield,
        ast.YieldFrom: _yield_from,
    }
)
