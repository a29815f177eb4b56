"""A text to its facts and libcst's tree, for what this Python cannot parse and for changes to the source."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.extract.from_libcst.nodes import Nodes
from fsdp_lint.extract.from_libcst.parsing import parse
from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.extract.from_libcst.statements import statements
from fsdp_lint.extract.stack import with_deep_stack
from fsdp_lint.finding import Position


def facts(text: str) -> Facts:
    """The facts of a text; raises `Unparsable`."""
    return with_deep_stack(lambda: walked(text)[0])


def spans(text: str, anchors: Iterable[Anchor]) -> dict[Anchor, tuple[Position, Position]]:
    """Start and end of anchors of a text; raises `Unparsable`."""
    return tree(text).positions(anchors)


def tree(text: str) -> Tree:
    """The tree of a text, with its anchors; raises `Unparsable`."""

    def made() -> Tree:
        _, module, walk = walked(text)
        return Tree(module, walk)

    return with_deep_stack(made)


def walked(text: str) -> tuple[Facts, cst.Module, Nodes]:
    """The facts, the tree that they are from, and the walk whose `nodes` tell the node of each anchor.

    Raises `Unparsable`. Needs `stack.with_deep_stack`, as all that recurses into libcst's trees does.
    """
    module = parse(text)
    walk = Nodes()
    return Facts(statements(module.body, walk)), module, walk
