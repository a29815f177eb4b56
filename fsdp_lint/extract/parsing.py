"""A file's text to a syntax tree, or to one line that says why there is none."""

from __future__ import annotations

import libcst as cst

from fsdp_lint.extract.unparsable import Unparsable
from fsdp_lint.finding import Position


def parse(text: str) -> cst.Module:
    """The tree of a text; raises `Unparsable` whatever the parser makes of it."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise Unparsable(error.message, Position(error.raw_line, error.raw_column + 1)) from None
    except Exception as error:
        raise Unparsable(str(error), Position(1, 1)) from None
