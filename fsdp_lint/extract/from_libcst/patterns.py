"""Patterns of `match` to facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from fsdp_lint.extract.facts import (
    AlternativesPattern,
    CapturePattern,
    ClassPattern,
    NamedPattern,
    OtherPattern,
    Pattern,
    SequencePattern,
    ValuePattern,
)
from fsdp_lint.extract.from_libcst.expressions import expression
from fsdp_lint.extract.from_libcst.nodes import Nodes, identifier
from fsdp_lint.extract.walk import LEVEL


def pattern(node: cst.MatchPattern, walk: Nodes) -> Pattern:
    """The facts of one pattern."""
    if isinstance(node, (cst.MatchValue, cst.MatchSingleton)):
        return ValuePattern(expression(node.value, walk))
    if isinstance(node, cst.MatchAs):
        return _capture(node, walk)
    if isinstance(node, cst.MatchClass):
        return ClassPattern(expression(node.cls, walk), tuple(_bound(node)))
    if isinstance(node, cst.MatchOr):
        return AlternativesPattern(tuple([pattern(element.pattern, walk) for element in node.patterns]))
    if isinstance(node, cst.MatchSequence):
        return _sequence(node, walk)
    return OtherPattern(tuple(_bound(node)))


def _sequence(node: cst.MatchSequence, walk: Nodes) -> Pattern:
    walk.enter(LEVEL)
    places: list[Pattern] = []
    star = None
    for element in node.patterns:
        if isinstance(element, cst.MatchStar):
            star = len(places)
            places.append(CapturePattern(None if element.name is None else identifier(element.name)))
        else:
            places.append(pattern(element.value, walk))
    walk.leave(LEVEL)
    return SequencePattern(tuple(places), star)


def _capture(node: cst.MatchAs, walk: Nodes) -> Pattern:
    name = None if node.name is None else identifier(node.name)
    if node.pattern is None or name is None:
        return CapturePattern(name)
    return NamedPattern(pattern(node.pattern, walk), name)


def _bound(node: cst.MatchPattern | cst.MatchStar) -> Iterator[str]:
    """The names that a pattern binds, in the order in which they are written."""
    for inner in _inner(node):
        yield from _bound(inner)
    name = node.rest if isinstance(node, cst.MatchMapping) else None
    if isinstance(node, (cst.MatchAs, cst.MatchStar)):
        name = node.name
    if name is not None:
        yield identifier(name)


def _inner(node: cst.MatchPattern | cst.MatchStar) -> Sequence[cst.MatchPattern | cst.MatchStar]:
    """The patterns directly inside a pattern."""
    if isinstance(node, cst.MatchAs):
        return _present(node.pattern)
    if isinstance(node, cst.MatchOr):
        return [element.pattern for element in node.patterns]
    if isinstance(node, cst.MatchSequence):
        return [element if isinstance(element, cst.MatchStar) else element.value for element in node.patterns]
    if isinstance(node, cst.MatchMapping):
        return [element.pattern for element in node.elements]
    if isinstance(node, cst.MatchClass):
        return [*[element.value for element in node.patterns], *[element.pattern for element in node.kwds]]
    return ()


def _present(node: cst.MatchPattern | None) -> Sequence[cst.MatchPattern]:
    return () if node is None else (node,)
