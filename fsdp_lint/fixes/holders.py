"""What a literal is given to: a keyword, a key, a name or a field."""

from __future__ import annotations

import libcst as cst


def is_for(module: cst.Module, literal: cst.CSTNode, keyword: str) -> bool:
    """Whether what a literal is given to is, by its name, that flag and nothing else."""
    names = {_plain(name) for name in _holders(module, literal)}
    return bool(names) and all(_is_about(name, keyword) for name in names)


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").strip("_")


def _is_about(name: str, keyword: str) -> bool:
    """`fsdp_flatten_parameters` and `FLATTEN` are about `flatten_parameters`."""
    if keyword in name:
        return True
    words, of_keyword = name.split("_"), keyword.split("_")
    return set(words) <= set(of_keyword) and not set(words) <= {"use", "params", "parameters"}


def _holders(module: cst.Module, literal: cst.CSTNode) -> list[str]:
    """The names of what holds a node directly."""
    nodes: list[cst.CSTNode] = [module]
    while nodes:
        node = nodes.pop()
        if any(child is literal for child in node.children):
            return _names_in(node)
        nodes.extend(node.children)
    return []


def _names_in(node: cst.CSTNode) -> list[str]:
    if isinstance(node, cst.Arg):
        return [node.keyword.value] if node.keyword is not None else []
    if isinstance(node, cst.Param):
        return [node.name.value]
    if isinstance(node, cst.DictElement):
        return [_key(node.key)]
    if isinstance(node, (cst.NamedExpr, cst.AnnAssign)):
        return [_name(node.target)]
    if isinstance(node, cst.Assign):
        return [_name(target.target) for target in node.targets]
    return []


def _name(target: cst.CSTNode) -> str:
    """The name that an assignment gives; "" for anything that has none."""
    if isinstance(target, cst.Name):
        return target.value
    if isinstance(target, cst.Attribute):
        return target.attr.value
    if isinstance(target, cst.Subscript) and len(target.slice) == 1:
        index = target.slice[0].slice
        return _key(index.value) if isinstance(index, cst.Index) else ""
    return ""


def _key(node: cst.CSTNode) -> str:
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else None
    return value if isinstance(value, str) else ""
