"""A text to its facts by Python's own parser, where it can parse the text."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterable

from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.extract.from_ast.nodes import Nodes, UnknownSyntax, Within
from fsdp_lint.extract.from_ast.positions import Places, Span
from fsdp_lint.extract.from_ast.statements import statements
from fsdp_lint.extract.stack import many_frames, with_deep_stack

_BYTE_ORDER_MARK = "\ufeff"


def walked(text: str) -> tuple[Facts, Nodes] | None:
    """The facts, and the walk whose `nodes` tell what each anchor stands for; None for what this Python cannot parse.

    Expects a text that was not refused (`refusing.refuse`); raises `Unparsable` where it nests too deep.
    """
    try:
        if sys.version_info < (3, 11):  # they do not watch the stack while they build the tree
            return with_deep_stack(lambda: _walked(text))
        try:
            return _walked(text)
        except RecursionError:  # a sum of thousands of terms is a tree as deep, on which libcst spends minutes
            return with_deep_stack(lambda: _walked_deep(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, UnknownSyntax):
        return None


def _walked(text: str) -> tuple[Facts, Nodes]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(_without_mark(text))
    walk = Nodes()
    return Facts(statements(tree.body, walk)), walk


def _walked_deep(text: str) -> tuple[Facts, Nodes]:
    with many_frames():
        return _walked(text)


def spans(text: str, walk: Nodes, anchors: Iterable[Anchor]) -> tuple[dict[Anchor, Span], list[Anchor]]:
    """Start and end of each anchor of a walk over this text, and the anchors for which that of an f-string stands."""
    places = Places(_without_mark(text))
    found: dict[Anchor, Span] = {}
    inside_templates: list[Anchor] = []
    for anchor in anchors:
        node = walk.nodes[anchor]
        if isinstance(node, Within):
            inside_templates.append(anchor)
            node = node.template
        found[anchor] = places.span(node)
    return found, inside_templates


def _without_mark(text: str) -> str:
    """The text as Python takes it, and as rows and columns count: a byte order mark is no part of it."""
    return text[len(_BYTE_ORDER_MARK) :] if text.startswith(_BYTE_ORDER_MARK) else text
