"""Statements of a syntax tree to facts, one small function for each kind of node.

A statement becomes any number of records: `pass` none, `import a, b` two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import libcst as cst

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
from fsdp_lint.extract.from_libcst.expressions import arguments, expression, optional, parameters, with_parentheses
from fsdp_lint.extract.from_libcst.nodes import Nodes, identifier
from fsdp_lint.extract.from_libcst.operators import AUGMENTED
from fsdp_lint.extract.from_libcst.patterns import pattern
from fsdp_lint.extract.walk import LEVEL


def statements(nodes: Iterable[cst.CSTNode], walk: Nodes) -> tuple[Statement, ...]:
    """The records of statements in their order."""
    found: list[Statement] = []
    for node in nodes:
        if type(node) is cst.SimpleStatementLine:
            for small in node.body:
                found += _CONVERTERS[type(small)](small, walk)
        else:
            found += _CONVERTERS[type(node)](node, walk)
    return tuple(found)


def _suite(node: cst.BaseSuite, walk: Nodes) -> tuple[Statement, ...]:
    walk.enter(LEVEL)
    found = statements(node.body, walk)
    walk.leave(LEVEL)
    return found


def _otherwise(node: cst.If | cst.Else | cst.Finally | None, walk: Nodes) -> tuple[Statement, ...]:
    if node is None:
        return ()
    if isinstance(node, cst.If):
        walk.enter(1)
        found = tuple(_if(node, walk))
        walk.leave(1)
        return found
    return _suite(node.body, walk)


def _assign(node: cst.Assign, walk: Nodes) -> Sequence[Statement]:
    targets = tuple([expression(target.target, walk) for target in node.targets])
    return (Assign(targets, expression(node.value, walk)),)


def _declare(node: cst.AnnAssign, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    annotation = expression(node.annotation.annotation, walk)
    return (Declare(target, annotation, optional(node.value, walk)),)


def _augment(node: cst.AugAssign, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    return (Augment(target, AUGMENTED[type(node.operator)], expression(node.value, walk)),)


def _evaluate(node: cst.Expr, walk: Nodes) -> Sequence[Statement]:
    return (Evaluate(expression(node.value, walk)),)


def _return(node: cst.Return, walk: Nodes) -> Sequence[Statement]:
    return (Return(optional(node.value, walk)),)


def _raise(node: cst.Raise, walk: Nodes) -> Sequence[Statement]:
    return (Raise(optional(node.exc, walk)),)


def _pass(_node: cst.CSTNode, _walk: Nodes) -> Sequence[Statement]:
    return ()


def _break(_node: cst.Break, _walk: Nodes) -> Sequence[Statement]:
    return (Break(),)


def _continue(_node: cst.Continue, _walk: Nodes) -> Sequence[Statement]:
    return (Continue(),)


def _assert(node: cst.Assert, walk: Nodes) -> Sequence[Statement]:
    return (Assert(expression(node.test, walk)),)


def _delete(node: cst.Del, walk: Nodes) -> Sequence[Statement]:
    return (Delete(tuple(_deleted(node.target, walk))),)


def _deleted(node: cst.BaseExpression, walk: Nodes) -> list[Expression]:
    """What a target of `del` names: `del a, (b, c)` deletes three things."""
    if not isinstance(node, (cst.Tuple, cst.List)):
        return [expression(node, walk)]
    found: list[Expression] = []
    for element in node.elements:
        found += _deleted(element.value, walk)
    return found


def _scope(node: cst.Global | cst.Nonlocal, _walk: Nodes) -> Sequence[Statement]:
    kind = "global" if isinstance(node, cst.Global) else "nonlocal"
    return (Scope(kind, tuple([identifier(item.name) for item in node.names])),)


def _if(node: cst.If, walk: Nodes) -> Sequence[Statement]:
    test = expression(node.test, walk)
    body = _suite(node.body, walk)
    return (If(test, body, _otherwise(node.orelse, walk)),)


def _while(node: cst.While, walk: Nodes) -> Sequence[Statement]:
    test = expression(node.test, walk)
    body = _suite(node.body, walk)
    return (While(test, body, _otherwise(node.orelse, walk)),)


def _for(node: cst.For, walk: Nodes) -> Sequence[Statement]:
    target = expression(node.target, walk)
    iterable = expression(node.iter, walk)
    body = _suite(node.body, walk)
    return (For(target, iterable, body, _otherwise(node.orelse, walk)),)


def _with(node: cst.With, walk: Nodes) -> Sequence[Statement]:
    items = tuple([(expression(item.item, walk), _target(item.asname, walk)) for item in node.items])
    return (With(items, _suite(node.body, walk)),)


def _target(node: cst.AsName | None, walk: Nodes) -> Expression | None:
    return None if node is None else expression(node.name, walk)


def _try(node: cst.Try | cst.TryStar, walk: Nodes) -> Sequence[Statement]:
    body = _suite(node.body, walk)
    handlers = tuple([_handler(handler, walk) for handler in node.handlers])
    otherwise = _otherwise(node.orelse, walk)
    return (Try(body, handlers, otherwise, _otherwise(node.finalbody, walk)),)


def _handler(node: cst.ExceptHandler | cst.ExceptStarHandler, walk: Nodes) -> Handler:
    return Handler(optional(node.type, walk), _alias(node.name), _suite(node.body, walk))


def _alias(node: cst.AsName | None) -> str | None:
    """The name after `as`."""
    return identifier(node.name) if node is not None and isinstance(node.name, cst.Name) else None


def _match(node: cst.Match, walk: Nodes) -> Sequence[Statement]:
    subject = expression(node.subject, walk)
    return (Match(subject, tuple([_case(case, walk) for case in node.cases])),)


def _case(node: cst.MatchCase, walk: Nodes) -> Case:
    found = pattern(node.pattern, walk)
    return Case(found, optional(node.guard, walk), _suite(node.body, walk))


def _decorators(nodes: Iterable[cst.Decorator], walk: Nodes) -> tuple[Expression, ...]:
    return tuple([expression(node.decorator, walk) for node in nodes])


def _function(node: cst.FunctionDef, walk: Nodes) -> Sequence[Statement]:
    decorators = _decorators(node.decorators, walk)
    found = parameters(node.params, walk)
    outside, walk.yields = walk.yields, False
    body = _suite(node.body, walk)
    generator, walk.yields = walk.yields, outside
    return (Function(identifier(node.name), found, decorators, body, generator, walk.anchor(node.name)),)


def _class(node: cst.ClassDef, walk: Nodes) -> Sequence[Statement]:
    decorators = _decorators(node.decorators, walk)
    bases = arguments([*node.bases, *node.keywords], walk)
    body = _suite(node.body, walk)
    return (Class(identifier(node.name), bases, decorators, body, walk.anchor(node.name)),)


def _import(node: cst.Import | cst.LazyImport, _walk: Nodes) -> Sequence[Statement]:
    return [Import(_dotted(alias.name), _alias(alias.asname)) for alias in node.names]


def _import_from(node: cst.ImportFrom | cst.LazyImportFrom, _walk: Nodes) -> Sequence[Statement]:
    module = "" if node.module is None else _dotted(node.module)
    names: tuple[tuple[str, str], ...] = ()
    if not isinstance(node.names, cst.ImportStar):
        names = tuple([(_dotted(alias.name), _alias(alias.asname) or _dotted(alias.name)) for alias in node.names])
    return (ImportFrom(module, len(node.relative), names),)


def _dotted(node: cst.BaseExpression) -> str:
    """A module's name as it is written."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(identifier(node.attr))
        node = node.value
    if isinstance(node, cst.Name):
        parts.append(identifier(node))
    return ".".join(reversed(parts))


def _type_alias(node: cst.TypeAlias, walk: Nodes) -> Sequence[Statement]:
    """`type name = value` binds the name; its value is not evaluated there."""
    name = Name(identifier(node.name), walk.anchor(node.name))
    return (Assign((name,), Other((), walk.anchor(with_parentheses(node.value)))),)


# A statement that a later parser adds to the language is passed over.
_CONVERTERS: defaultdict[type, Callable[[Any, Nodes], Sequence[Statement]]] = defaultdict(
    lambda: _pass,
    {
        cst.AnnAssign: _declare,
        cst.Assert: _assert,
        cst.Assign: _assign,
        cst.AugAssign: _augment,
        cst.Break: _break,
        cst.ClassDef: _class,
        cst.Continue: _continue,
        cst.Del: _delete,
        cst.Expr: _evaluate,
        cst.For: _for,
        cst.FunctionDef: _function,
        cst.Global: _scope,
        cst.If: _if,
        cst.Import: _import,
        cst.ImportFrom: _import_from,
        cst.LazyImport: _import,
        cst.LazyImportFrom: _import_from,
        cst.Match: _match,
        cst.Nonlocal: _scope,
        cst.Pass: _pass,
        cst.Raise: _raise,
        cst.Return: _return,
        cst.Try: _try,
        cst.TryStar: _try,
        cst.TypeAlias: _type_alias,
        cst.While: _while,
        cst.With: _with,
    },
)
