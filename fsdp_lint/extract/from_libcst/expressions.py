"""Expressions of a syntax tree to facts, one small function for each kind of node."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import libcst as cst

from fsdp_lint.extract.facts import (
    Argument,
    Attribute,
    BinaryOperation,
    BooleanOperation,
    Call,
    Clause,
    Comparison,
    Comprehension,
    Conditional,
    Constant,
    Dictionary,
    Display,
    Expression,
    Lambda,
    Name,
    Not,
    Other,
    Parameter,
    Starred,
    Subscript,
    Template,
    Walrus,
    Yield,
)
from fsdp_lint.extract.from_libcst import literals
from fsdp_lint.extract.from_libcst.nodes import Anchored, Nodes, identifier
from fsdp_lint.extract.from_libcst.operators import BINARY, COMPARISON
from fsdp_lint.extract.unparsable import nested_too_deeply
from fsdp_lint.extract.walk import DEEPEST, LEVEL, LONGEST_CHAIN

_NAMED_CONSTANTS = {"True": True, "False": False, "None": None}


def expression(node: cst.CSTNode, walk: Nodes) -> Expression:
    """The facts of any expression, also one that stands in a display, a subscript or a target.

    Raises `Unparsable` (as every function here that takes a walk does).
    """
    walk.depth += LEVEL  # `enter` and `leave` in place: this is the hottest function of the walk
    if walk.depth > DEEPEST:
        raise nested_too_deeply()
    facts = _CONVERTERS[type(node)](node, walk)
    walk.depth -= LEVEL
    return facts


def optional(node: cst.CSTNode | None, walk: Nodes) -> Expression | None:
    """The facts of an expression that may be missing."""
    return None if node is None else expression(node, walk)


def arguments(nodes: Iterable[cst.Arg], walk: Nodes) -> tuple[Argument, ...]:
    """The arguments of a call, or the bases of a class."""
    return tuple(
        [
            Argument(
                expression(node.value, walk),
                None if node.keyword is None else identifier(node.keyword),
                node.star,
            )
            for node in nodes
        ]
    )


def parameters(node: cst.Parameters, walk: Nodes) -> tuple[Parameter, ...]:
    """The parameters of a function in the order in which they are written."""
    found = [_parameter(parameter, "/", walk) for parameter in node.posonly_params]
    found += [_parameter(parameter, "", walk) for parameter in node.params]
    if isinstance(node.star_arg, cst.Param):
        found.append(_parameter(node.star_arg, "*", walk))
    found += [_parameter(parameter, "keyword", walk) for parameter in node.kwonly_params]
    if node.star_kwarg is not None:
        found.append(_parameter(node.star_kwarg, "**", walk))
    return tuple(found)


def _parameter(node: cst.Param, kind: str, walk: Nodes) -> Parameter:
    annotation = None if node.annotation is None else expression(node.annotation.annotation, walk)
    return Parameter(identifier(node.name), kind, optional(node.default, walk), annotation, walk.anchor(_whole(node)))


def _whole(node: cst.Param) -> Anchored:
    """A parameter with its annotation and default, which libcst leaves out of the parameter's place."""
    last = node.default or (node.annotation.annotation if node.annotation else node.name)
    return node, last.rpar[-1] if last.rpar else last


def with_parentheses(node: cst.BaseExpression) -> Anchored:
    """What a reader takes for the whole of an expression: a tuple or generator with its own parentheses, if it has
    them.
    """
    owns = isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar and node.rpar
    return (node.lpar[-1], node.rpar[0]) if owns else node


def _name(node: cst.Name, walk: Nodes) -> Expression:
    value = identifier(node)
    if value in _NAMED_CONSTANTS:
        return Constant(_NAMED_CONSTANTS[value], walk.anchor(node))
    return Name(value, walk.anchor(node))


def _attribute(node: cst.Attribute, walk: Nodes) -> Expression:
    return Attribute(expression(node.value, walk), identifier(node.attr), walk.anchor(node))


def _call(node: cst.Call, walk: Nodes) -> Expression:
    return Call(expression(node.func, walk), arguments(node.args, walk), walk.anchor(node))


def _subscript(node: cst.Subscript, walk: Nodes) -> Expression:
    value = expression(node.value, walk)
    elements = node.slice
    indices = [_index(element.slice) for element in elements]
    if len(indices) == 1 and type(indices[0]) is not cst.Index and type(elements[0].comma) is not cst.Comma:
        return Subscript(value, expression(indices[0], walk), walk.anchor(node))
    walk.enter(LEVEL)
    items = tuple([expression(index, walk) for index in indices])
    walk.leave(LEVEL)
    index = Display("tuple", items, walk.anchor((elements[0], elements[-1])))
    return Subscript(value, index, walk.anchor(node))


def _index(node: cst.BaseSlice) -> cst.CSTNode:
    """The expression of an index; the index itself where it is a slice or `*value`."""
    return node.value if isinstance(node, cst.Index) and not node.star else node


def _starred_index(node: cst.Index, walk: Nodes) -> Expression:
    return Starred(expression(node.value, walk), walk.anchor(node))


def _slice(node: cst.Slice, walk: Nodes) -> Expression:
    return _other(node, (node.lower, node.upper, node.step), walk)


def _other(node: Anchored, parts: Iterable[cst.CSTNode | None], walk: Nodes) -> Expression:
    return Other(tuple([expression(part, walk) for part in parts if part is not None]), walk.anchor(node))


def _without_parts(node: cst.CSTNode, walk: Nodes) -> Expression:
    return Other((), walk.anchor(node))


def _integer(node: cst.Integer, walk: Nodes) -> Expression:
    value = literals.integer(node.value)
    return Other((), walk.anchor(node)) if value is None else Constant(value, walk.anchor(node))


def _float(node: cst.Float, walk: Nodes) -> Expression:
    return Constant(float(node.value), walk.anchor(node))


def _simple_string(node: cst.SimpleString, walk: Nodes) -> Expression:
    value = literals.string(node.value)
    return Other((), walk.anchor(node)) if value is None else Constant(value, walk.anchor(node))


def _concatenated_string(node: cst.ConcatenatedString, walk: Nodes) -> Expression:
    pieces = _pieces(node)
    if all(type(piece) is cst.SimpleString for piece in pieces):
        values = [literals.string(piece.value) for piece in pieces]
        texts = [value for value in values if value is not None]
        return Constant("".join(texts), walk.anchor(node)) if texts else Other((), walk.anchor(node))
    parts = _template_parts(pieces, node, walk)
    if any(type(piece) is cst.TemplatedString for piece in pieces):
        return Other(parts, walk.anchor(node))
    return Template(parts, walk.anchor(node))


def _pieces(node: cst.BaseExpression) -> list[Any]:
    """The literals that are written one after the other, in order."""
    pieces: list[cst.BaseExpression] = []
    while isinstance(node, cst.ConcatenatedString):
        pieces.append(node.left)
        node = node.right
    return [*pieces, node]


def _formatted_string(node: cst.FormattedString, walk: Nodes) -> Expression:
    return Template(_template_parts((node,), node, walk), walk.anchor(node))


def _templated_string(node: cst.TemplatedString, walk: Nodes) -> Expression:
    return Other(_template_parts((node,), node, walk), walk.anchor(node))


def _template_parts(pieces: Iterable[Any], whole: cst.CSTNode, walk: Nodes) -> tuple[Expression, ...]:
    """The parts of literals written one after the other: text that is not interrupted by a field is one constant."""
    parts: list[Expression] = []
    text = ""
    for segment in _segments(pieces):
        if isinstance(segment, str):
            text += segment
            continue
        if text:
            parts.append(Constant(text, walk.anchor(whole)))
            text = ""
        parts += _replacement(segment, walk)
    if text:
        parts.append(Constant(text, walk.anchor(whole)))
    return tuple(parts)


def _segments(pieces: Iterable[Any]) -> Iterator[Any]:
    """The texts and replacement fields of literals; a field with `=` is also its own text."""
    for piece in pieces:
        if type(piece) is cst.SimpleString:
            yield literals.string(piece.value) or ""
            continue
        raw = "r" in piece.start.lower()
        for part in piece.parts:
            if isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
                yield literals.template_piece(part.value, raw)
            else:
                if part.equal is not None:
                    yield _text_of(part)
                yield part


def _text_of(field: Any) -> str:
    """What `{value = }` prints before the value: what is written, without comments."""
    parts = (field.whitespace_before_expression, field.expression, field.whitespace_after_expression, field.equal)
    code = "".join([cst.Module(()).code_for_node(part.visit(_WithoutComments())) for part in parts])
    return literals.unescaped(code, raw=True)


class _WithoutComments(cst.CSTTransformer):
    def leave_Comment(self, _original: cst.Comment, _updated: cst.Comment) -> Any:  # noqa: N802
        return cst.RemoveFromParent()


def _replacement(field: Any, walk: Nodes) -> list[Expression]:
    """The expression of a replacement field, then those in its format specification."""
    parts = [expression(field.expression, walk)]
    for piece in field.format_spec or ():
        if isinstance(piece, (cst.FormattedStringExpression, cst.TemplatedStringExpression)):
            parts += _replacement(piece, walk)
    return parts


def _unary_operation(node: cst.UnaryOperation, walk: Nodes) -> Expression:
    operand = expression(node.expression, walk)
    if isinstance(node.operator, cst.Not):
        return Not(operand, walk.anchor(node))
    if isinstance(node.operator, cst.Minus) and isinstance(node.expression, cst.BaseNumber):
        value = getattr(operand, "value", None)
        if isinstance(value, (int, float)):
            return Constant(-value, walk.anchor(node))
    return Other((operand,), walk.anchor(node))


def _binary_operation(node: cst.BinaryOperation, walk: Nodes) -> Expression:
    if type(node.left) is cst.BinaryOperation and _is_long_chain(node):
        return _other(node, _operands(node), walk)
    left = expression(node.left, walk)
    return BinaryOperation(BINARY[type(node.operator)], left, expression(node.right, walk), walk.anchor(node))


def _is_long_chain(node: cst.BaseExpression) -> bool:
    """Whether more operations are chained than a reader of facts should have to recurse into."""
    for _ in range(LONGEST_CHAIN):
        if not isinstance(node, cst.BinaryOperation):
            return False
        node = node.left
    return True


def _operands(node: cst.BaseExpression) -> list[cst.CSTNode]:
    """The operands of a chain, from left to right."""
    found: list[cst.CSTNode] = []
    while isinstance(node, cst.BinaryOperation):
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _boolean_operation(node: cst.BooleanOperation, walk: Nodes) -> Expression:
    operator = "and" if isinstance(node.operator, cst.And) else "or"
    left = expression(node.left, walk)
    return BooleanOperation(operator, left, expression(node.right, walk), walk.anchor(node))


def _comparison(node: cst.Comparison, walk: Nodes) -> Expression:
    left = expression(node.left, walk)
    rest = tuple(
        [(COMPARISON[type(target.operator)], expression(target.comparator, walk)) for target in node.comparisons]
    )
    return Comparison(left, rest, walk.anchor(node))


def _conditional(node: cst.IfExp, walk: Nodes) -> Expression:
    test = expression(node.test, walk)
    return Conditional(test, expression(node.body, walk), expression(node.orelse, walk), walk.anchor(node))


def _await(node: cst.Await, walk: Nodes) -> Expression:
    return expression(node.expression, walk)


def _lambda(node: cst.Lambda, walk: Nodes) -> Expression:
    found = parameters(node.params, walk)
    outside = walk.yields
    body = expression(node.body, walk)
    walk.yields = outside
    return Lambda(found, body, walk.anchor(node))


def _walrus(node: cst.NamedExpr, walk: Nodes) -> Expression:
    value = expression(node.value, walk)
    if isinstance(node.target, cst.Name):
        return Walrus(identifier(node.target), value, walk.anchor(node))
    return Other((value,), walk.anchor(node))


def _yield(node: cst.Yield, walk: Nodes) -> Expression:
    walk.yields = True
    delegates = isinstance(node.value, cst.From)
    value = node.value.item if isinstance(node.value, cst.From) else node.value
    return Yield(optional(value, walk), delegates, walk.anchor(node))


def _starred(node: cst.StarredElement, walk: Nodes) -> Expression:
    return Starred(expression(node.value, walk), walk.anchor(node))


def _items(elements: Sequence[cst.BaseElement], walk: Nodes) -> tuple[Expression, ...]:
    items = [element.value if isinstance(element, cst.Element) else element for element in elements]
    return tuple([expression(item, walk) for item in items])


def _tuple(node: cst.Tuple, walk: Nodes) -> Expression:
    return Display("tuple", _items(node.elements, walk), walk.anchor(with_parentheses(node)))


def _list(node: cst.List, walk: Nodes) -> Expression:
    return Display("list", _items(node.elements, walk), walk.anchor(node))


def _set(node: cst.Set, walk: Nodes) -> Expression:
    return Display("set", _items(node.elements, walk), walk.anchor(node))


def _dict(node: cst.Dict, walk: Nodes) -> Expression:
    return Dictionary(tuple([_dict_item(element, walk) for element in node.elements]), walk.anchor(node))


def _dict_item(element: cst.BaseDictElement, walk: Nodes) -> tuple[Expression | None, Expression]:
    key = expression(element.key, walk) if isinstance(element, cst.DictElement) else None
    return key, expression(element.value, walk)


def _clauses(node: cst.CompFor | None, walk: Nodes) -> tuple[Clause, ...]:
    clauses = []
    while node is not None:
        target = expression(node.target, walk)
        iterable = expression(node.iter, walk)
        clauses.append(Clause(target, iterable, tuple([expression(condition.test, walk) for condition in node.ifs])))
        node = node.inner_for_in
    return tuple(clauses)


def _list_comprehension(node: cst.ListComp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    return Comprehension("list", None, element, _clauses(node.for_in, walk), walk.anchor(node))


def _set_comprehension(node: cst.SetComp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    return Comprehension("set", None, element, _clauses(node.for_in, walk), walk.anchor(node))


def _generator(node: cst.GeneratorExp, walk: Nodes) -> Expression:
    element = expression(node.elt, walk)
    clauses = _clauses(node.for_in, walk)
    return Comprehension("generator", None, element, clauses, walk.anchor(with_parentheses(node)))


def _dict_comprehension(node: cst.DictComp, walk: Nodes) -> Expression:
    key = expression(node.key, walk)
    element = expression(node.value, walk)
    return Comprehension("dict", key, element, _clauses(node.for_in, walk), walk.anchor(node))


def _merging_comprehension(node: cst.StarredDictComp, walk: Nodes) -> Expression:
    element = expression(node.value, walk)
    return Comprehension("dict", None, element, _clauses(node.for_in, walk), walk.anchor(node))


# A node that a later parser adds to the language is `Other`.
_CONVERTERS: defaultdict[type, Callable[[Any, Nodes], Expression]] = defaultdict(
    lambda: _without_parts,
    {
        cst.Attribute: _attribute,
        cst.Await: _await,
        cst.BinaryOperation: _binary_operation,
        cst.BooleanOperation: _boolean_operation,
        cst.Call: _call,
        cst.Comparison: _comparison,
        cst.ConcatenatedString: _concatenated_string,
        cst.Dict: _dict,
        cst.DictComp: _dict_comprehension,
        cst.Ellipsis: _without_parts,
        cst.Float: _float,
        cst.FormattedString: _formatted_string,
        cst.GeneratorExp: _generator,
        cst.IfExp: _conditional,
        cst.Imaginary: _without_parts,
        cst.Index: _starred_index,
        cst.Integer: _integer,
        cst.Lambda: _lambda,
        cst.List: _list,
        cst.ListComp: _list_comprehension,
        cst.Name: _name,
        cst.NamedExpr: _walrus,
        cst.Set: _set,
        cst.SetComp: _set_comprehension,
        cst.SimpleString: _simple_string,
        cst.Slice: _slice,
        cst.StarredDictComp: _merging_comprehension,
        cst.StarredElement: _starred,
        cst.Subscript: _subscript,
        cst.TemplatedString: _templated_string,
        cst.Tuple: _tuple,
        cst.UnaryOperation: _unary_operation,
        cst.Yield: _yield,
    },
)
