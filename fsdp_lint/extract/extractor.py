"""From a file's text to its facts, and from anchors back to rows and columns.

Nothing heavy is imported before the first text is parsed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.extract.unparsable import Unparsable
from fsdp_lint.finding import Position

if TYPE_CHECKING:
    import libcst as cst

    from fsdp_lint.extract.walk import Walk


def extract(text: str) -> Facts:
    """The facts of a file.

    Raises `Unparsable` if its text is not Python, or if it nests deeper than `walk.DEEPEST`.
    """
    from fsdp_lint.extract.stack import with_deep_stack

    return with_deep_stack(lambda: _walked(text)[0])


def locate(text: str, anchors: Iterable[Anchor]) -> dict[Anchor, tuple[Position, Position]]:
    """Start and end (just after the last character) of each anchor that `extract` gave for the same text.

    Rows and columns count from 1, columns in characters. A function's or class's anchor is its name, a tuple's or
    generator's includes its own parentheses; other expressions stand without the parentheses around them.
    Raises `Unparsable` as `extract` does, `IndexError` for an anchor that the text does not have.
    """
    from fsdp_lint.extract.positions import positions
    from fsdp_lint.extract.stack import with_deep_stack

    def located() -> dict[Anchor, tuple[Position, Position]]:
        _, module, walk = _walked(text)
        return positions(module, walk, anchors)

    return with_deep_stack(located)


def _walked(text: str) -> tuple[Facts, cst.Module, Walk]:
    """The one walk that numbers the nodes."""
    from fsdp_lint.extract.parsing import parse
    from fsdp_lint.extract.statements import statements
    from fsdp_lint.extract.walk import TooDeep, Walk

    module = parse(text)
    walk = Walk()
    try:
        return Facts(statements(module.body, walk)), module, walk
    except TooDeep:
        raise Unparsable("nested too deeply", Position(1, 1)) from None
