"""Statements of Python's own tree to facts, one small function for each kind of node.

A statement becomes any number of records: `pass` none, `import a, b` two.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fsdp_lint.extract.facts import (
    Assert,
    Assign,
    Augment,
    Break,
    Case,
    Class,
    Continue,
    Declare,
    Delete,
    Evaluate,
    Expression,
    For,
    Function,
    Handler,
    If,
    Import,
    ImportFrom,
    Match,
    Name,
    Other,
    Raise,
    Return,
    Scope,
    Statement,
    Try,
    While,
    With,
)
from fsdp_lint.extract.from_ast.expressions import arguments, expression, optional, parameters
from fsdp_lint.extract.from_ast.nodes import Converters, Nodes
from fsdp_lint.extract.from_ast.operators import BINARY
from fsdp_lint.extract.from_ast.patterns import pattern
from fsdp_lint.extract.walk import LEVEL


def statements(nodes: Iterable[ast.stmt], walk: Nodes) -> tuple[Statement, ...]:
    """The records of statements in their order."""
    found: list[Statement] = []
    for node in nodes:
        found += _CONVERTERS[type(node)](node, walk)
    return tuple(found)


def _suite(nodes: list[ast.stmt], walk: Nodes) -> tuple[Statement, ...]:
    if not nodes:
        return ()
    walk.enter(LEVEL)
    found = statements(nodes, walk)
    walk.leave(LEVEL)
    return found


def _assign(node: ast.Assign, walk: Nodes) -> Sequence[Statement]:
    targets = tuple([expression(target, walk) for target in node.targets])
    return (Assign(targets, expression(node.value, walk)),)


def _declare(node: ast.AnnAssign, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    annotation = expression(node.annotation, walk)
    return (Declare(target, annotation, optional(node.value, walk)),)


def _augment(node: ast.AugAssign, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    return (Augment(target, BINARY[type(node.op)], expression(node.value, walk)),)


def _evaluate(node: ast.Expr, walk: Nodes) -> Sequence[Statement]:
    return (Evaluate(expression(node.value, walk)),)


def _return(node: ast.Return, walk: Nodes) -> Sequence[Statement]:
    return (Return(optional(node.value, walk)),)


def _raise(node: ast.Raise, walk: Nodes) -> Sequence[Statement]:
    return (Raise(optional(node.exc, walk)),)


def _pass(_node: ast.Pass, _walk: Nodes) -> Sequence[Statement]:
    return ()


def _break(_node: ast.Break, _walk: Nodes) -> Sequence[Statement]:
    return (Break(),)


def _continue(_node: ast.Continue, _walk: Nodes) -> Sequence[Statement]:
    return (Continue(),)


def _assert(node: ast.Assert, walk: Nodes) -> Sequence[Statement]:
    return (Assert(expression(node.test, walk)),)


def _delete(node: ast.Delete, walk: Nodes) -> Sequence[Statement]:
    return (Delete(tuple(_deleted(node.targets, walk))),)


def _deleted(targets: list[ast.expr], walk: Nodes) -> list[Expression]:
    """What the targets of `del` name: `del a, (b, c)` deletes three things."""
    found: list[Expression] = []
    for target in targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            found += _deleted(target.elts, walk)
        else:
            found.append(expression(target, walk))
    return found


def _global(node: ast.Global, _walk: Nodes) -> Sequence[Statement]:
    return (Scope("global", tuple(node.names)),)


def _nonlocal(node: ast.Nonlocal, _walk: Nodes) -> Sequence[Statement]:
    return (Scope("nonlocal", tuple(node.names)),)


def _if(node: ast.If, walk: Nodes) -> Sequence[Statement]:
    test = expression(node.test, walk)
    body = _suite(node.body, walk)
    return (If(test, body, _otherwise(node, walk)),)


def _otherwise(node: ast.If, walk: Nodes) -> tuple[Statement, ...]:
    other = node.orelse
    if len(other) == 1 and type(other[0]) is ast.If and other[0].col_offset == node.col_offset:  # `elif`
        walk.enter(1)
        found = tuple(_if(other[0], walk))
        walk.leave(1)
        return found
    return _suite(other, walk)


def _while(node: ast.While, walk: Nodes) -> Sequence[Statement]:
    test = expression(node.test, walk)
    body = _suite(node.body, walk)
    return (While(test, body, _suite(node.orelse, walk)),)


def _for(node: ast.For | ast.AsyncFor, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    iterable = expression(node.iter, walk)
    body = _suite(node.body, walk)
    return (For(target, iterable, body, _suite(node.orelse, walk)),)


def _with(node: ast.With | ast.AsyncWith, walk: Nodes) -> Sequence[Statement]:
    items = tuple([(expression(item.context_expr, walk), optional(item.optional_vars, walk)) for item in node.items])
    return (With(items, _suite(node.body, walk)),)


def _try(node: ast.Try, walk: Nodes) -> Sequence[Statement]:
    body = _suite(node.body, walk)
    handlers = tuple([_handler(handler, walk) for handler in node.handlers])
    otherwise = _suite(node.orelse, walk)
    return (Try(body, handlers, otherwise, _suite(node.finalbody, walk)),)


def _handler(node: ast.ExceptHandler, walk: Nodes) -> Handler:
    return Handler(optional(node.type, walk), node.name, _suite(node.body, walk))


def _match(node: Any, walk: Nodes) -> Sequence[Statement]:
    subject = expression(node.subject, walk)
    return (Match(subject, tuple([_case(case, walk) for case in node.cases])),)


def _case(node: Any, walk: Nodes) -> Case:
    found = pattern(node.pattern, walk)
    return Case(found, optional(node.guard, walk), _suite(node.body, walk))


def _decorators(nodes: list[ast.expr], walk: Nodes) -> tuple[Expression, ...]:
    return tuple([expression(node, walk) for node in nodes])


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, walk: Nodes) -> Sequence[Statement]:
    decorators = _decorators(node.decorator_list, walk)
    found = parameters(node.args, walk)
    outside, walk.yields = walk.yields, False
    body = _suite(node.body, walk)
    generator, walk.yields = walk.yields, outside
    return (Function(node.name, found, decorators, body, generator, walk.anchor(node)),)


def _class(node: ast.ClassDef, walk: Nodes) -> Sequence[Statement]:
    decorators = _decorators(node.decorator_list, walk)
    bases = arguments(node.bases, node.keywords, walk)
    body = _suite(node.body, walk)
    return (Class(node.name, bases, decorators, body, walk.anchor(node)),)


def _import(node: ast.Import, _walk: Nodes) -> Sequence[Statement]:
    return [Import(alias.name, alias.asname) for alias in node.names]


def _import_from(node: ast.ImportFrom, _walk: Nodes) -> Sequence[Statement]:
    names = tuple([(alias.name, alias.asname or alias.name) for alias in node.names])
    return (ImportFrom(node.module or "", node.level, () if names == (("*", "*"),) else names),)


def _type_alias(node: Any, walk: Nodes) -> Sequence[Statement]:
    """`type name = value` binds the name; its value is not evaluated there."""
    name = Name(node.name.id, walk.anchor(node.name))
    return (Assign((name,), Other((), walk.anchor(node.value))),)


_CONVERTERS: Converters[Callable[[Any, Nodes], Sequence[Statement]]] = Converters(
    {
        ast.AnnAssign: _declare,
        ast.Assert: _assert,
        ast.Assign: _assign,
        ast.AsyncFor: _for,
        ast.AsyncFunctionDef: _function,
        ast.AsyncWith: _with,
        ast.AugAssign: _augment,
        ast.Break: _break,
        ast.ClassDef: _class,
        ast.Continue: _continue,
        ast.Delete: _delete,
        ast.Expr: _evaluate,
        ast.For: _for,
        ast.FunctionDef: _function,
        ast.Global: _global,
        ast.If: _if,
        ast.Import: _import,
        ast.ImportFrom: _import_from,
        ast.Nonlocal: _nonlocal,
        ast.Pass: _pass,
        ast.Raise: _raise,
        ast.Return: _return,
        ast.Try: _try,
        ast.While: _while,
        ast.With: _with,
    }
)
_NEWER = {"Match": _match, "TryStar": _try, "TypeAlias": _type_alias}
"""Statements for which some supported Python has no class of nodes."""

for _kind, _converter in _NEWER.items():
    if hasattr(ast, _kind):
        _CONVERTERS[getattr(ast, _kind)] = _converter
