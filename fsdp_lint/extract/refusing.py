"""What is refused before any parser sees it."""

from __future__ import annotations

import re

from fsdp_lint.extract.nesting import too_deep
from fsdp_lint.extract.unparsable import Unparsable
from fsdp_lint.finding import Position


def refuse(text: str) -> None:
    """Raises `Unparsable` for a text that no parser takes, or that nests deeper than a native parser's stack bears."""
    null = text.find("\0")
    if null >= 0:
        raise Unparsable("source code cannot contain null bytes", _position(text, null))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unparsable("source code cannot contain lone surrogates", _position(text, error.start)) from None
    deep = too_deep(text)
    if deep is not None:
        raise Unparsable("too many nested parentheses", _position(text, deep))


def _position(text: str, offset: int) -> Position:
    """Row and column of an offset."""
    before = re.split(r"\r\n|\r|\n", text[:offset])
    return Position(len(before), len(before[-1]) + 1)
