"""Changes of a call: a further keyword in the style in which it is written, or another function."""

from __future__ import annotations

import libcst as cst

from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.fixes.text import Replacement, Text

OWN_CLIP = "clip_grad_norm_"
CLIP_ARGUMENTS = ("parameters", "max_norm", "norm_type")
"""torch's function takes these first; the wrappers' own methods take all but the first, in the same order."""


def with_keyword(tree: Tree, text: Text, call: cst.Call, keyword: str) -> list[Replacement]:
    """A keyword more: on a line of its own where the last argument has one, with a trailing comma where that has."""
    if not call.args:
        closing = text.range(tree.span(call))[1] - 1
        return [Replacement(closing, closing, keyword)]
    last = call.args[-1]
    start, end = text.range(tree.span(last))
    comma = last.comma
    after = text.range(tree.span(comma))[1] if isinstance(comma, cst.Comma) else None
    line = text.line_start(start)
    indentation = text.text[line:start]
    alone = line > text.range(tree.span(call))[0] and not indentation.strip()
    if not alone:
        return [Replacement(end, end, f", {keyword}") if after is None else Replacement(after, after, f" {keyword},")]
    new = f"\n{indentation}{keyword}"
    if after is not None:
        return [_at_line_end(text, after, f"{new},")]
    below = _at_line_end(text, end, new)
    if below.start == end:
        return [Replacement(end, end, f",{new}")]
    return [Replacement(end, end, ","), below]


def _at_line_end(text: Text, offset: int, content: str) -> Replacement:
    """Content after the comment that follows on the same line, if there is one, else at the offset."""
    end = text.line_end(offset)
    rest = text.text[offset:end]
    place = end if rest.strip().startswith("#") else offset
    return Replacement(place, place, content)


def clipped_by_model(tree: Tree, text: Text, call: cst.Call) -> list[Replacement]:
    """`clip(model.parameters(), norm)` as `model.clip_grad_norm_(norm)`; nothing where it is written otherwise."""
    given = _by_name(call)
    if given is None or "max_norm" not in given:
        return []
    model = _model(given.get("parameters"))
    if model is None:
        return []
    function = text.range(tree.span(call.func))
    name = text.text[slice(*text.range(tree.span(model)))]
    if call.func.lpar or "\n" in name:
        return []
    removed = _removed(tree, text, call, given["parameters"])
    return [Replacement(*function, f"{name}.{OWN_CLIP}"), removed]


def _by_name(call: cst.Call) -> dict[str, cst.Arg] | None:
    """The arguments by the function's names for them, None where the wrapper's method does not take them all."""
    found: dict[str, cst.Arg] = {}
    for position, one in enumerate(call.args):
        if one.star or (one.keyword is None and position >= len(CLIP_ARGUMENTS)):
            return None
        name = CLIP_ARGUMENTS[position] if one.keyword is None else one.keyword.value
        if name not in CLIP_ARGUMENTS:
            return None
        found[name] = one
    return found


def _model(argument: cst.Arg | None) -> cst.BaseExpression | None:
    """The model of `model.parameters()`, if it is a name or an attribute."""
    value = None if argument is None else argument.value
    if not isinstance(value, cst.Call) or value.args or value.lpar or not isinstance(value.func, cst.Attribute):
        return None
    if value.func.attr.value != "parameters" or value.func.lpar:
        return None
    return value.func.value if _is_dotted(value.func.value) else None


def _is_dotted(node: cst.CSTNode) -> bool:
    while isinstance(node, cst.Attribute) and not node.lpar:
        node = node.value
    return isinstance(node, cst.Name) and not node.lpar


def _removed(tree: Tree, text: Text, call: cst.Call, argument: cst.Arg) -> Replacement:
    """An argument with the comma and the space that keep it apart from the next one, or else from the one before.

    A comment stays.
    """
    start, end = text.range(tree.span(argument))
    index = call.args.index(argument)
    if index + 1 == len(call.args):
        return Replacement(text.range(tree.span(call.args[index - 1]))[1], end, "")
    assert isinstance(argument.comma, cst.Comma)
    behind = text.range(tree.span(argument.comma))[1]
    following = text.range(tree.span(call.args[index + 1]))[0]
    between = text.text[behind:following]
    return Replacement(start, behind + len(between) - len(between.lstrip()), "")
