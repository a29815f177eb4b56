"""Rows and columns of anchors."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from fsdp_lint.extract.facts import Anchor
from fsdp_lint.extract.from_libcst.nodes import Nodes
from fsdp_lint.extract.stack import many_frames
from fsdp_lint.finding import Position


def positions(module: cst.Module, walk: Nodes, anchors: Iterable[Anchor]) -> dict[Anchor, tuple[Position, Position]]:
    """Start and end of each anchor of a walk over `module`, counted from 1."""
    with many_frames():
        ranges = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    located = {}
    for anchor in anchors:
        node = walk.nodes[anchor]
        first, last = node if isinstance(node, tuple) else (node, node)
        start, end = ranges[first].start, ranges[last].end
        located[anchor] = (Position(start.line, start.column + 1), Position(end.line, end.column + 1))
    return located
