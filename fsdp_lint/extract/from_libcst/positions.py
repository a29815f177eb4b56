"""A syntax tree in which anchors can be found, and their rows and columns."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from fsdp_lint.extract.facts import Anchor
from fsdp_lint.extract.from_libcst.nodes import Nodes
from fsdp_lint.extract.stack import many_frames
from fsdp_lint.finding import Position


class Tree:
    """A parsed text with the anchors of the walk over it."""

    def __init__(self, module: cst.Module, walk: Nodes) -> None:
        self.module = module
        self._nodes = walk.nodes
        with many_frames():
            self._ranges = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)

    def node(self, anchor: Anchor) -> cst.CSTNode | None:
        """The node that an anchor stands for, None where it stands for a stretch of several."""
        node = self._nodes[anchor]
        return None if isinstance(node, tuple) else node

    def span(self, node: cst.CSTNode) -> tuple[Position, Position]:
        """Start and end of a node, counted from 1, without parentheses around it."""
        found = self._ranges[node]
        return (
            Position(found.start.line, found.start.column + 1),
            Position(found.end.line, found.end.column + 1),
        )

    def positions(self, anchors: Iterable[Anchor]) -> dict[Anchor, tuple[Position, Position]]:
        """Start and end (just after the last character) of each anchor.

        Rows and columns count from 1, columns in characters. A function's or class's anchor is its name, a tuple's or
        generator's includes its own parentheses; other expressions stand without the parentheses around them.
        Raises `IndexError` for an anchor that the text does not have.
        """
        located = {}
        for anchor in anchors:
            node = self._nodes[anchor]
            first, last = node if isinstance(node, tuple) else (node, node)
            located[anchor] = (self.span(first)[0], self.span(last)[1])
        return located
