"""The state of one walk over a syntax tree: which nodes have an anchor, and whether the function at hand yields."""

from __future__ import annotations

from typing import Union

import libcst as cst

from fsdp_lint.extract.facts import Anchor

Anchored = Union[cst.CSTNode, tuple[cst.CSTNode, cst.CSTNode]]
"""What an anchor stands for: a node, or everything from the start of one node to the end of another."""


class Walk:
    """One walk: `nodes` holds what each anchor stands for, `yields` is set by a `yield` of the function at hand.

    The nodes are kept in every walk, so that `extract` and `locate` number them by one mechanism.
    """

    __slots__ = ("nodes", "yields")

    def __init__(self) -> None:
        self.nodes: list[Anchored] = []
        self.yields = False

    def anchor(self, node: Anchored) -> Anchor:
        """The next anchor, which stands for `node` from now on."""
        self.nodes.append(node)
        return len(self.nodes) - 1
