"""What an anchor stands for in a walk over libcst's tree, and the names that its nodes hold."""

from __future__ import annotations

import unicodedata
from typing import Union

import libcst as cst

from fsdp_lint.extract.walk import Walk

Anchored = Union[cst.CSTNode, tuple[cst.CSTNode, cst.CSTNode]]
"""A node, or everything from the start of one node to the end of another."""

Nodes = Walk[Anchored]
"""A walk over libcst's tree."""


def identifier(node: cst.Name) -> str:
    """A name as Python knows it: `ﬁt` and `fit` are the same."""
    name = node.value
    return name if name.isascii() else unicodedata.normalize("NFKC", name)
