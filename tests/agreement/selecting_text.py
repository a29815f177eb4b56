"""How a script selects parameters: for groups, for freezing, and by marks set before the wrap."""

from __future__ import annotations

from dataclasses import dataclass

from .pieces import Piece, indented
from .space import Recipe

HEAD = '{"head.weight", "head.bias"}'
DEEP = '{"layers.0.mlp.up.weight", "layers.1.mlp.up.weight"}'


@dataclass(frozen=True)
class Selection:
    """The conditions on a name `n` or a parameter `p`, each for a group; the rest is a group of its own."""

    names: tuple[str, ...]
    conditions: tuple[str, ...]
    is_named: bool


SELECTIONS = {
    "name": Selection(("attention", "mlp"), ('"attn" in n', '"mlp" in n'), True),
    "suffix": Selection(("biases",), ('n.endswith("bias")',), True),
    "prefix": Selection(("head",), ('n.startswith("head")',), True),
    "exact": Selection(("head",), (f"n in {HEAD}",), True),
    "deep": Selection(("up",), (f"n in {DEEP}",), True),
    "shape": Selection(("matrices",), ("p.ndim >= 2",), False),
    "tag": Selection(("head",), ('getattr(p, "is_head", False)',), False),
    "identity": Selection(("head",), ("p in chosen",), False),
}
RATES = (0.1, 0.03, 0.01)
DECAYS = (0.5, 0.2, 0.0)


def marking(recipe: Recipe, model: str, chosen: str) -> Piece:
    """Lines that mark the head's parameters, by an attribute or by their identity."""
    if recipe.selection == "tag":
        return Piece((f"for p in {model}.head.parameters():", "    p.is_head = True"))
    return Piece((f"{chosen} = set({model}.head.parameters())",))


def freezing(recipe: Recipe, model: str) -> Piece:
    """Lines that freeze the first block."""
    if recipe.freeze == "module":
        return Piece((f"for p in {model}.layers[0].parameters():", "    p.requires_grad = False"))
    condition = '"layers.0." in n' if recipe.freeze == "name" else 'n.startswith("layers.0.")'
    loop = (f"for n, p in {model}.named_parameters():", f"    if {condition}:", "        p.requires_grad = False")
    return Piece(loop)


def grouping(recipe: Recipe, model: str) -> Piece:
    """Lines that make `groups`, without the last one where that is added later."""
    if recipe.selection == "all":
        return Piece((f"groups = [{{'params': list({model}.parameters())}}]".replace("'", '"'),))
    lists = _loops(recipe, model) if recipe.form == "loop" else _comprehensions(recipe, model)
    names = _group_names(recipe)
    kept = names[:-1] if recipe.add == "yes" else names
    groups = tuple(f"    {_group(recipe, names.index(name), name)}," for name in kept)
    imports = ("from torch import nn",) if recipe.selection == "isinstance" else ()
    return Piece((*lists, "groups = [", *groups, "]"), imports)


def added_group(recipe: Recipe, model: str) -> Piece:
    """The group of the rest, selected where it stands."""
    imports = ("from torch import nn",) if recipe.selection == "isinstance" else ()
    names = _group_names(recipe)
    return Piece((_group(recipe, len(names) - 1, _comprehension(recipe, model, names[-1])),), imports)


def _group_names(recipe: Recipe) -> tuple[str, ...]:
    if recipe.selection in SELECTIONS:
        return (*SELECTIONS[recipe.selection].names, "rest")
    return ("head", "rest") if recipe.selection == "module" else ("norms", "rest")


def _group(recipe: Recipe, index: int, params: str) -> str:
    last = index == len(_group_names(recipe)) - 1
    number = len(RATES) - 1 if last else index
    value = {
        "lr": f', "lr": {RATES[number]}',
        "weight_decay": f', "weight_decay": {DECAYS[number]}',
        "nothing": f', "lr": {RATES[-1]}',
    }
    return f'{{"params": {params}{value[recipe.differing]}}}'


def _comprehensions(recipe: Recipe, model: str) -> tuple[str, ...]:
    names = _group_names(recipe)
    kept = names[:-1] if recipe.add == "yes" else names
    return tuple(f"{name} = {_comprehension(recipe, model, name)}" for name in kept)


def _comprehension(recipe: Recipe, model: str, name: str) -> str:
    if recipe.selection == "module":
        return f"list({model}.{'layers' if name == 'rest' else 'head'}.parameters())"
    if recipe.selection == "isinstance":
        condition = "not isinstance(m, nn.LayerNorm)" if name == "rest" else "isinstance(m, nn.LayerNorm)"
        return f"[p for m in {model}.modules() if {condition} for p in m.parameters(recurse=False)]"
    selection = SELECTIONS[recipe.selection]
    conditions = dict(zip(selection.names, selection.conditions))
    condition = conditions.get(name, " and ".join(map(_negated, selection.conditions)))
    return f"[p for {_each(selection, model)} if {condition}]"


def _each(selection: Selection, model: str) -> str:
    return f"n, p in {model}.named_parameters()" if selection.is_named else f"p in {model}.parameters()"


def _negated(condition: str) -> str:
    if " in " in condition:
        return condition.replace(" in ", " not in ")
    return condition.replace(">=", "<") if ">=" in condition else f"not {condition}"


def _loops(recipe: Recipe, model: str) -> tuple[str, ...]:
    names = _group_names(recipe)
    begin = (f"{', '.join(names)} = {', '.join('[]' for _ in names)}",)
    if recipe.selection == "module":
        loops = [(f"for p in {model}.{one}.parameters():", name) for one, name in zip(("head", "layers"), names)]
        return begin + tuple(line for loop, name in loops for line in (loop, f"    {name}.append(p)"))
    if recipe.selection == "isinstance":
        branches = _branches(["isinstance(m, nn.LayerNorm)"], names, "extend(m.parameters(recurse=False))")
        return (*begin, f"for m in {model}.modules():", *indented(branches))
    selection = SELECTIONS[recipe.selection]
    branches = _branches(list(selection.conditions), names, "append(p)")
    return (*begin, f"for {_each(selection, model)}:", *indented(branches))


def _branches(conditions: list[str], names: tuple[str, ...], take: str) -> tuple[str, ...]:
    lines: list[str] = []
    for number, (condition, name) in enumerate(zip(conditions, names)):
        lines += [f"{'elif' if number else 'if'} {condition}:", f"    {name}.{take}"]
    return (*lines, "else:", f"    {names[-1]}.{take}")
