"""From a file's text to its facts, and from anchors back to rows and columns.

Python's own parser does it wherever it can. libcst, which is ten times slower, reads what is newer than the running
Python or nests too deep for it. Both number the same nodes alike. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.extract.unparsable import Unparsable
from fsdp_lint.finding import Position

if TYPE_CHECKING:
    from fsdp_lint.extract.from_libcst.positions import Tree

_Spans = dict[Anchor, tuple[Position, Position]]


def extract(text: str) -> Facts:
    """The facts of a file.

    Raises `Unparsable` if its text is not Python, or if it nests deeper than `walk.DEEPEST`.
    """
    from fsdp_lint.extract import from_ast
    from fsdp_lint.extract.refusing import refuse

    refuse(text)
    found = from_ast.walked(text)
    if found is not None:
        return found[0]

    from fsdp_lint.extract import from_libcst

    return from_libcst.facts(text)


def locate(text: str, anchors: Iterable[Anchor]) -> _Spans:
    """Start and end (just after the last character) of each anchor that `extract` gave for the same text.

    Raises `Unparsable` as `extract` does.
    """
    from fsdp_lint.extract import from_ast
    from fsdp_lint.extract.refusing import refuse

    refuse(text)
    wanted = list(anchors)
    found = from_ast.walked(text)
    if found is None:
        return _spans_from_libcst(text, wanted)
    spans, inside_templates = from_ast.spans(text, found[1], wanted)
    if inside_templates:
        with contextlib.suppress(Unparsable):  # then the place of the whole f-string stands
            spans.update(_spans_from_libcst(text, inside_templates))
    return spans


def tree(text: str) -> Tree:
    """libcst's tree of a text, in which the anchors that `extract` gave for the same text can be found.

    Raises `Unparsable` where libcst cannot parse it.
    """
    from fsdp_lint.extract import from_libcst

    return from_libcst.tree(text)


def _spans_from_libcst(text: str, anchors: Iterable[Anchor]) -> _Spans:
    from fsdp_lint.extract import from_libcst

    return from_libcst.spans(text, anchors)
