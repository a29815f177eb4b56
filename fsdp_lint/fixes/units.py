"""Code that is shown as help: a call that wraps a model, for modules of the model as well. It is put into no file."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.fixes.effects import innermost, path_of
from fsdp_lint.fixes.moving import way_to
from fsdp_lint.fixes.text import Text
from fsdp_lint.rules.rule import Units

LONGEST = 16
"""Lines after which code is no help."""

INDENTATION = "    "


def code(units: Units, tree: Tree, text: Text) -> list[str]:
    """The lines, from the first module that is wrapped to the model; none where the call is not simple enough."""
    call = tree.node(units.site.at)
    if not isinstance(call, cst.Call) or not call.args or call.args[0].star:
        return []
    call_code = _Code(tree, text, call)
    root = innermost(call.args[0].value)
    model, first, last = _around(call_code, root)
    if not model:
        return []
    lines = [*first, *_wrapped(call_code, root, model, units.paths), last]
    return [] if len(lines) > LONGEST or any("\n" in line or "#" in line for line in lines) else lines


class _Code:
    """The call as it is written, and the same call for another module."""

    def __init__(self, tree: Tree, text: Text, call: cst.Call) -> None:
        self.tree, self.text, self.call = tree, text, call

    def of(self, node: cst.CSTNode) -> str:
        """A node as it stands in the file, without parentheses around it."""
        start, end = self.text.range(self.tree.span(node))
        return self.text.text[start:end]

    def wrapping(self, old: cst.CSTNode, new: str) -> str:
        """The call, in one line, with `new` in the place of the model."""
        first, *rest = self.call.args
        begin = self.text.range(self.tree.span(first))[0]
        start, end = (place - begin for place in self.text.range(self.tree.span(old)))
        model = self.of(first)
        arguments = [f"{model[:start]}{new}{model[end:]}", *map(self.of, rest)]
        return f"{self.of(self.call.func)}({', '.join(arguments)})"


def _around(code: _Code, root: cst.BaseExpression) -> tuple[str, list[str], str]:
    """What the model is called before the wrap, the lines that give it the name, and the statement that wraps it."""
    statement = next(
        (one for one in reversed(way_to(code.tree.module, code.call)) if isinstance(one, cst.BaseSmallStatement)), None
    )
    if statement is None:
        return "", [], ""
    if path_of(root) is not None and not isinstance(root, cst.Subscript):
        begin = code.text.range(code.tree.span(statement))[0]
        start, end = (place - begin for place in code.text.range(code.tree.span(code.call)))
        written = code.of(statement)
        model = code.of(root)
        return model, [], f"{written[:start]}{code.wrapping(root, model)}{written[end:]}"
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1 or statement.value is not code.call:
        return "", [], ""
    target = statement.targets[0].target
    model = code.of(target) if isinstance(target, (cst.Name, cst.Attribute)) else ""
    return model, [f"{model} = {code.of(root)}"], f"{model} = {code.wrapping(root, model)}"


def _wrapped(code: _Code, root: cst.CSTNode, owner: str, paths: Sequence[tuple[str, ...]], depth: int = 0) -> list[str]:
    """The lines that wrap modules at their paths from `owner`, in one loop for each list that they lie in."""
    lines: list[str] = []
    loops: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for path in paths:
        if "*" not in path:
            place = _attribute(owner, path)
            lines.append(f"{place} = {code.wrapping(root, place)}")
        else:
            at = path.index("*")
            loops.setdefault(path[:at], []).append(path[at + 1 :])
    for above, inside in loops.items():
        holder, one = _attribute(owner, above), _singular(above[-1], depth)
        if () in inside:
            index = "index" + "_" * depth
            lines.append(f"for {index}, {one} in enumerate({holder}):")
            lines.append(f"{INDENTATION}{holder}[{index}] = {code.wrapping(root, one)}")
        else:
            lines.append(f"for {one} in {holder}:")
            lines += [INDENTATION + line for line in _wrapped(code, root, one, inside, depth + 1)]
    return lines


def _attribute(owner: str, path: Sequence[str]) -> str:
    return owner + "".join(name if name.startswith("[") else f".{name}" for name in path)


def _singular(name: str, depth: int) -> str:
    """A name for one of `layers`."""
    return (name[:-1] if name.endswith("s") and len(name) > 2 else "module") + "_" * depth
