"""What an anchor stands for in a walk over Python's own tree, and what is done about nodes that nobody knows yet."""

from __future__ import annotations

import ast
from typing import Any, Callable, NamedTuple, TypeVar, Union

from fsdp_lint.extract.walk import Walk


class WholeParameter(NamedTuple):
    """A parameter with its stars and its default."""

    parameter: ast.arg
    default: ast.expr | None
    stars: str


class Operands(NamedTuple):
    """`a and b` of `a and b and c`, which is one node: up to the operand `last`."""

    operation: ast.BoolOp
    last: ast.expr


class Indices(NamedTuple):
    """`a, b` of `x[a, b,]`, without a comma at its end."""

    display: ast.Tuple


class BareGenerator(NamedTuple):
    """A generator that has no parentheses but those of the call whose only argument it is."""

    generator: ast.GeneratorExp


class Within(NamedTuple):
    """Something inside an f-string, for which Python's parser gives no place that could be relied on."""

    template: ast.JoinedStr


Anchored = Union[ast.AST, WholeParameter, Operands, Indices, BareGenerator, Within]

Nodes = Walk[Anchored]
"""A walk over Python's own tree. A statement among its nodes is a function or class and stands for its name."""


class UnknownSyntax(Exception):  # noqa: N818
    """The running Python's parser knows a kind of node that this walk does not."""


_Converter = TypeVar("_Converter", bound=Callable[..., Any])


class Converters(dict[type, _Converter]):
    """What to do with each type of node; any other is `UnknownSyntax`."""

    def __missing__(self, kind: type) -> _Converter:
        raise UnknownSyntax(kind.__name__)
