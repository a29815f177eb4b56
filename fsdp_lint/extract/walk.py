"""The state of one walk over a syntax tree: which nodes have an anchor, how deep it is, and who yields."""

from __future__ import annotations

from typing import Generic, TypeVar

from fsdp_lint.extract.facts import Anchor
from fsdp_lint.extract.unparsable import nested_too_deeply

_Anchored = TypeVar("_Anchored")

DEEPEST = 200
"""Facts that nest deeper could not be pickled under Python's usual recursion limit of 1,000."""

LEVEL = 2
"""What an expression or suite adds to the depth; an `elif`, which takes the pickler half the recursion, adds 1."""

LONGEST_CHAIN = 50
"""A chain of more binary operations is one `Other` of its operands."""


class Walk(Generic[_Anchored]):
    """One walk: `nodes` holds what each anchor stands for, `yields` is set by a `yield` of the function at hand.

    `depth` is how deep the node at hand is inside expressions and suites. The nodes are kept in every walk, so that
    `extract` and `tree` number them by one mechanism.
    """

    __slots__ = ("depth", "nodes", "yields")

    def __init__(self) -> None:
        self.nodes: list[_Anchored] = []
        self.yields = False
        self.depth = 0

    def enter(self, depth: int) -> None:
        """Go down by `depth`; raises `Unparsable` below `DEEPEST`."""
        self.depth += depth
        if self.depth > DEEPEST:
            raise nested_too_deeply()

    def leave(self, depth: int) -> None:
        """Come up again."""
        self.depth -= depth

    def anchor(self, node: _Anchored) -> Anchor:
        """The next anchor, which stands for `node` from now on."""
        self.nodes.append(node)
        return len(self.nodes) - 1
