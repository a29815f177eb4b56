"""Rows and columns of anchors, where Python's own tree, or the text around its nodes, gives them."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from fsdp_lint.extract.from_ast.nodes import Anchored, BareGenerator, Indices, Operands, WholeParameter
from fsdp_lint.finding import Position

_LINE_END = re.compile(r"\r\n|\r|\n")
_SPACE = r"(?:[ \t\f]|\\(?:\r\n|\r|\n))"
_NAME = re.compile(rf"(?:async{_SPACE}+)?(?:def|class){_SPACE}+([^\s\\(\[:]+)")
_FILLING = re.compile(rf"(?:{_SPACE}|[\r\n]|#[^\r\n]*)*")
"""What may stand between two tokens inside brackets."""

Span = tuple[Position, Position]
"""Start and end, just after the last character, counted from 1."""

_Stretch = tuple[int, int]
"""From an offset in the text up to another."""


class Places:
    """Where the nodes of a text are."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]

    def span(self, node: Anchored) -> Span:
        """Start and end of what an anchor stands for."""
        start, end = _FINDERS.get(type(node), Places._node)(self, node)
        return self._position(start), self._position(end)

    def _position(self, offset: int) -> Position:
        row = bisect_right(self._starts, offset)
        return Position(row, offset - self._starts[row - 1] + 1)

    def _offset(self, row: int, column: int) -> int:
        """The offset of a place that Python gives in bytes of UTF-8 from the start of the row."""
        start = self._starts[row - 1]
        characters = self._text[start : start + column]  # at least as many as are meant
        if not characters.isascii():
            column = len(characters.encode("utf-8")[:column].decode("utf-8"))
        return start + column

    def _node(self, node: Any) -> _Stretch:
        start = self._offset(node.lineno, node.col_offset)
        return start, self._offset(node.end_lineno, node.end_col_offset)

    def _name(self, node: ast.stmt) -> _Stretch:
        """The name of a function or class, for which its node has no place."""
        start, end = self._node(node)
        name = _NAME.match(self._text, start)
        return name.span(1) if name else (start, end)

    def _slice(self, node: ast.Slice) -> _Stretch:
        """With the blanks after a colon at its end, as libcst has it."""
        start, end = self._node(node)
        return start, self._filled(end) if self._text[end - 1] == ":" else end

    def _parameter(self, node: WholeParameter) -> _Stretch:
        start, end = self._node(node.parameter)
        start = self._stars(start, node.stars)
        if node.default is None:
            return start, end
        opened, after = self._node(node.default)
        count = self._parentheses(end, opened, "(=")[0] - 1  # one of them is `=`
        return start, self._closed(after, count)

    def _stars(self, start: int, stars: str) -> int:
        """Where the stars before a parameter's name are: what stands between is blank, or comments."""
        if not stars:
            return start
        found = self._text.rfind(stars, 0, start)
        while found > 0 and self._filled(found + len(stars)) != start:
            found = self._text.rfind(stars, 0, found)
        return found

    def _operands(self, node: Operands) -> _Stretch:
        start, _ = self._node(node.operation)
        _, end = self._node(node.last)
        return start, self._parentheses(end, len(self._text), ")")[1]

    def _indices(self, node: Indices) -> _Stretch:
        start, end = self._node(node.display)
        last = node.display.elts[-1]
        if type(last) is ast.Slice:
            return start, self._slice(last)[1]
        if self._text[end - 1] != ",":
            return start, end
        return start, self._parentheses(self._node(last)[1], end, ")")[1]

    def _bare_generator(self, node: BareGenerator) -> _Stretch:
        """A generator, for which Python gives the place of the call's parentheses: without these."""
        start, end = self._node(node.generator)
        clause = node.generator.generators[-1]
        _, last = self._node(clause.ifs[-1] if clause.ifs else clause.iter)
        count = self._parentheses(last, end, ")")[0] - 1
        return self._filled(start + 1), self._closed(last, count)

    def _parentheses(self, start: int, end: int, wanted: str) -> tuple[int, int]:
        """How many of the `wanted` characters there are from `start` on, up to anything else, and where they end."""
        count, last = 0, start
        place = self._filled(start)
        while place < end and self._text[place] in wanted:
            count, last = count + 1, place + 1
            place = self._filled(last)
        return count, last

    def _closed(self, start: int, count: int) -> int:
        """Where `count` closing parentheses end."""
        for _ in range(count):
            start = self._filled(start) + 1
        return start

    def _filled(self, start: int) -> int:
        """Where the next token begins."""
        filling = _FILLING.match(self._text, start)
        return filling.end() if filling else start


_FINDERS: dict[type, Callable[[Places, Any], _Stretch]] = {
    ast.AsyncFunctionDef: Places._name,
    ast.ClassDef: Places._name,
    ast.FunctionDef: Places._name,
    ast.Slice: Places._slice,
    BareGenerator: Places._bare_generator,
    Indices: Places._indices,
    Operands: Places._operands,
    WholeParameter: Places._parameter,
}
