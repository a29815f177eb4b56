"""Shapes that are noted by name above a wrap, and looked at where selections below it looked at what the wrap left.

Only where the model has one name on both sides of the wrap, and everything stands in one block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Union

import libcst as cst

from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.fixes.moving import block_of, way_to
from fsdp_lint.fixes.text import Replacement, Text

NOTED = ("shapes", "shapes_by_name")
NAMES = ("name", "parameter_name")
"""What the table, and a parameter's name, may be called, where the file does not know that word."""

LOOKS = {
    "ndim": "len({})",
    "dim": "len({})",
    "ndimension": "len({})",
    "shape": "{}",
    "size": "{}",
    "numel": "{}.numel()",
    "nelement": "{}.numel()",
}
"""What a look at a parameter becomes, where the shape (a `torch.Size`) stands for it; of methods, without arguments."""

Loop = Union[cst.CompFor, cst.For]


class _Model(NamedTuple):
    """The statement that wraps, and the text that means the model before and after it."""

    line: cst.SimpleStatementLine
    name: str


def noted(tree: Tree, text: Text, call: cst.Call, looks: Sequence[cst.CSTNode], prefix: str) -> list[Replacement]:
    """The shapes noted above a call that wraps, for looks below it; nothing where the code is written otherwise.

    `prefix` is what the wrapper puts into names.
    """
    model = _wrapped(tree, call, looks)
    words = set(re.findall(r"\w+", text.text))
    table = next((word for word in NOTED if word not in words), None)
    name = next((word for word in NAMES if word not in words), None)
    if model is None or table is None or name is None:
        return []
    found: dict[Replacement, None] = {}
    for look in looks:
        replacements = list(_looked_up(tree, text, look, model.name, _Words(table, name, prefix)))
        if not replacements:
            return []
        found |= dict.fromkeys(replacements)
    start = text.range(tree.span(model.line))[0]
    line = text.line_start(start)
    note = f"{table} = {{n: p.shape for n, p in {model.name}.named_parameters()}}"
    return [Replacement(line, line, f"{text.text[line:start]}{note}\n"), *found]


class _Words(NamedTuple):
    """What is written: the table, the name of a parameter where the loop has none, the prefix that names have."""

    table: str
    name: str
    prefix: str

    def shape(self, name: str) -> str:
        """The shape of a parameter of that name."""
        plain = f'{name}.replace("{self.prefix}", "")' if self.prefix else name
        return f"{self.table}[{plain}]"


def _wrapped(tree: Tree, call: cst.Call, looks: Sequence[cst.CSTNode]) -> _Model | None:
    """The model, where `model = wrap(model, …)` is a line of a block, and the looks are in later lines of it.

    In between the name means nothing else.
    """
    block = block_of(tree.module, [call, *looks])
    if block is None:
        return None
    at, *later = block.places
    line = block.statements[at]
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or min(later) <= at:
        return None
    statement = line.body[0]
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1 or statement.value is not call:
        return None
    target, first = statement.targets[0].target, call.args[0] if call.args else None
    if first is None or first.star or first.keyword is not None or not isinstance(target, (cst.Name, cst.Attribute)):
        return None
    name = tree.module.code_for_node(target)
    after = block.statements[at + 1 : max(later) + 1]
    if tree.module.code_for_node(first.value) != name or any(name in _assigned(tree, one) for one in after):
        return None
    return _Model(line, name)


def _assigned(tree: Tree, node: cst.CSTNode) -> Iterator[str]:
    """The code of everything in a node that is given a value."""
    if isinstance(node, (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For, cst.CompFor)):
        targets = [node.target]
        while targets:
            target = targets.pop()
            if isinstance(target, (cst.Tuple, cst.List)):
                targets += [element.value for element in target.elements]
            else:
                yield tree.module.code_for_node(target)
    for child in node.children:
        yield from _assigned(tree, child)


def _looked_up(tree: Tree, text: Text, look: cst.CSTNode, model: str, words: _Words) -> Iterator[Replacement]:
    """A look at a parameter as one at its noted shape; nothing where no loop over the model's parameters gives it."""
    called = isinstance(look, cst.Call)
    attribute = look.func if isinstance(look, cst.Call) else look
    if not isinstance(attribute, cst.Attribute) or not isinstance(attribute.value, cst.Name):
        return
    form = LOOKS.get(attribute.attr.value)
    if form is None or called is (attribute.attr.value in ("ndim", "shape")):
        return
    if isinstance(look, cst.Call) and look.args:
        return
    loop = _loop(tree, look, attribute.value.value)
    method = None if loop is None else _method(tree, loop, model)
    if loop is None or method is None:
        return
    name = words.name
    if method.value == "named_parameters":
        if not isinstance(loop.target, cst.Tuple) or len(loop.target.elements) != 2:
            return
        key, value = (element.value for element in loop.target.elements)
        if not isinstance(key, cst.Name) or not isinstance(value, cst.Name) or value.value != attribute.value.value:
            return
        name = key.value
    else:
        start, end = text.range(tree.span(loop.target))
        yield Replacement(start, end, f"{name}, {attribute.value.value}")
        start, end = text.range(tree.span(method))
        yield Replacement(start, end, "named_parameters")
    yield Replacement(*text.range(tree.span(look)), form.format(words.shape(name)))


def _loop(tree: Tree, look: cst.CSTNode, parameter: str) -> Loop | None:
    """The loop that gives a name its values where it is looked at, if nothing in the loop gives it others."""
    for node in reversed(way_to(tree.module, look)):
        loop = node.for_in if isinstance(node, (cst.BaseSimpleComp, cst.DictComp)) else node
        if isinstance(loop, (cst.CompFor, cst.For)) and parameter in _targets(tree, loop):
            inside = list(_assigned(tree, loop))
            return loop if all(inside.count(name) == 1 for name in _targets(tree, loop)) else None
    return None


def _targets(tree: Tree, loop: Loop) -> list[str]:
    return (
        [tree.module.code_for_node(loop.target)]
        if isinstance(loop.target, cst.Name)
        else [tree.module.code_for_node(element.value) for element in getattr(loop.target, "elements", ())]
    )


def _method(tree: Tree, loop: Loop, model: str) -> cst.Name | None:
    """`parameters` or `named_parameters`, where that is what the loop goes over, of the model itself."""
    call = loop.iter
    if not isinstance(call, cst.Call) or call.args or not isinstance(call.func, cst.Attribute):
        return None
    method = call.func.attr
    wanted = "parameters" if isinstance(loop.target, cst.Name) else "named_parameters"
    return method if method.value == wanted and tree.module.code_for_node(call.func.value) == model else None
