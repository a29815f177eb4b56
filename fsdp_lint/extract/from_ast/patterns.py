"""Patterns of `match` in Python's own tree to facts.

Python 3.9 has none, and no classes of nodes for them, so that they are told apart by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fsdp_lint.extract.facts import (
    AlternativesPattern,
    CapturePattern,
    ClassPattern,
    Constant,
    NamedPattern,
    OtherPattern,
    Pattern,
    SequencePattern,
    ValuePattern,
)
from fsdp_lint.extract.from_ast.expressions import expression
from fsdp_lint.extract.from_ast.nodes import Nodes, UnknownSyntax
from fsdp_lint.extract.walk import LEVEL


def pattern(node: Any, walk: Nodes) -> Pattern:
    """The facts of one pattern."""
    kind = type(node).__name__
    if kind not in _CONVERTERS:
        raise UnknownSyntax(kind)
    return _CONVERTERS[kind](node, walk)


def _value(node: Any, walk: Nodes) -> Pattern:
    return ValuePattern(expression(node.value, walk))


def _singleton(node: Any, walk: Nodes) -> Pattern:
    walk.enter(LEVEL)
    walk.leave(LEVEL)
    return ValuePattern(Constant(node.value, walk.anchor(node)))


def _capture(node: Any, walk: Nodes) -> Pattern:
    if node.pattern is None or node.name is None:
        return CapturePattern(node.name)
    return NamedPattern(pattern(node.pattern, walk), node.name)


def _class(node: Any, walk: Nodes) -> Pattern:
    return ClassPattern(expression(node.cls, walk), tuple(_bound(node)))


def _alternatives(node: Any, walk: Nodes) -> Pattern:
    return AlternativesPattern(tuple([pattern(inner, walk) for inner in node.patterns]))


def _sequence(node: Any, walk: Nodes) -> Pattern:
    walk.enter(LEVEL)
    places = tuple([pattern(inner, walk) for inner in node.patterns])
    walk.leave(LEVEL)
    stars = [index for index, inner in enumerate(node.patterns) if type(inner).__name__ == "MatchStar"]
    return SequencePattern(places, stars[-1] if stars else None)


def _star(node: Any, _walk: Nodes) -> Pattern:
    return CapturePattern(node.name)


def _mapping(node: Any, _walk: Nodes) -> Pattern:
    return OtherPattern(tuple(_bound(node)))


def _bound(node: Any) -> Iterator[str]:
    """The names that a pattern binds, in the order in which they are written."""
    for inner in _inner(node):
        yield from _bound(inner)
    name = getattr(node, "rest", None) or getattr(node, "name", None)
    if name is not None:
        yield name


def _inner(node: Any) -> Sequence[Any]:
    """The patterns directly inside a pattern."""
    if type(node).__name__ == "MatchAs":
        return () if node.pattern is None else (node.pattern,)
    return (*getattr(node, "patterns", ()), *getattr(node, "kwd_patterns", ()))


_CONVERTERS: dict[str, Callable[[Any, Nodes], Pattern]] = {
    "MatchAs": _capture,
    "MatchClass": _class,
    "MatchMapping": _mapping,
    "MatchOr": _alternatives,
    "MatchSequence": _sequence,
    "MatchSingleton": _singleton,
    "MatchStar": _star,
    "MatchValue": _value,
}
