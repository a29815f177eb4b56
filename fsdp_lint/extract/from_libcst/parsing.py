"""A file's text to a syntax tree, or to one line that says why there is none."""

from __future__ import annotations

import ast
import re
import warnings

import libcst as cst

from fsdp_lint.extract.refusing import refuse
from fsdp_lint.extract.unparsable import Unparsable, nested_too_deeply
from fsdp_lint.finding import Position

_PLACE = re.compile(r"error at (\d+):(\d+): ")


def parse(text: str) -> cst.Module:
    """The tree of a text; raises `Unparsable` whatever keeps the parser from it."""
    refuse(text)
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise _explained(text, error.message) from None
    except RecursionError:
        raise nested_too_deeply() from None
    except Exception as error:  # whatever the native parser makes of it
        raise _explained(text, f"the parser failed: {error}") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # a panic of the native parser has no importable class
            raise
        raise _explained(text, "the parser failed") from None


def _explained(text: str, message: str) -> Unparsable:
    """Python's own words for what is wrong, since they are made for people; the parser's where Python sees no error.

    Of the parser's words a list of expected tokens is left out.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        # Python 3.9 gives no or impossible places for some errors.
        position = Position(max(error.lineno or 1, 1), max(error.offset or 1, 1))
        return Unparsable(_one_line(error.msg), position)
    except Exception:  # for want of a better explanation the parser's own stands
        pass
    place = _PLACE.search(message)
    if place:
        return Unparsable("syntax that the parser does not know", Position(int(place[1]), int(place[2]) + 1))
    return Unparsable(_one_line(message.replace("tokenizer error: ", "")), Position(1, 1))


def _one_line(message: str) -> str:
    return " ".join(message.split())
