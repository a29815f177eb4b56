"""How a script selects parameters: for groups, for freezing, and by marks set before the wrap."""

from __future__ import annotations

import re
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
    if recipe.is_plain:
        return _one_group(recipe, model)
    if recipe.form == "group each":
        return _group_each(recipe, model)
    names = _group_names(recipe)
    kept = names[:-1] if recipe.add == "yes" else names
    held = _held(recipe, names)
    made = [_group(recipe, names.index(name), held[names.index(name)]) for name in kept]
    if recipe.form == "appended":
        groups = ("groups = []", *(f"groups.append({group})" for group in made))
    else:
        groups = ("groups = [", *(f"    {group}," for group in made), "]")
    imports = ("from torch import nn",) if recipe.selection in ("isinstance", "walk") else ()
    return Piece((*_lists(recipe, model), *groups), imports)


def _lists(recipe: Recipe, model: str) -> tuple[str, ...]:
    if recipe.selection == "walk":
        return _walk(model)
    return _loops(recipe, model) if recipe.form in ("loop", "dict of lists") else _comprehensions(recipe, model)


def _held(recipe: Recipe, names: tuple[str, ...]) -> tuple[str, ...]:
    """The expressions for the lists of the groups' parameters."""
    return tuple(f'by_group["{name}"]' for name in names) if recipe.form == "dict of lists" else names


def _one_group(recipe: Recipe, model: str) -> Piece:
    if recipe.selection == "two optimizers":
        return Piece()
    if recipe.selection == "all":
        return Piece((f'groups = [{{"params": list({model}.parameters())}}]',))
    if recipe.form == "comprehension":
        return Piece((f'groups = [{{"params": [p for p in {model}.parameters() if p.requires_grad]}}]',))
    loop = (f"for p in {model}.parameters():", "    if p.requires_grad:", "        trained.append(p)")
    return Piece(("trained = []", *loop, 'groups = [{"params": trained}]'))


def _group_each(recipe: Recipe, model: str) -> Piece:
    """A group for each parameter, as for rates that fall from layer to layer."""
    selection, names = SELECTIONS[recipe.selection], _group_names(recipe)
    values = [_value(recipe, names.index(name)) for name in names]
    value = str(values[-1])
    for condition, chosen in reversed(list(zip(selection.conditions, values))):
        value = f"{chosen} if {condition} else {value}"
    body = (f'    groups.append({{"params": [p], "{_key(recipe)}": {value}}})',)
    return Piece(("groups = []", f"for {_each(selection, model)}:", *body))


def _walk(model: str) -> tuple[str, ...]:
    """Names put together while walking over modules, and then looked up."""
    return (
        "decay, no_decay = set(), set()",
        f"for module_name, module in {model}.named_modules():",
        "    for n, _ in module.named_parameters(recurse=False):",
        '        full_name = f"{module_name}.{n}" if module_name else n',
        '        if n.endswith("bias") or isinstance(module, nn.LayerNorm):',
        "            no_decay.add(full_name)",
        "        else:",
        "            decay.add(full_name)",
        f"by_name = dict({model}.named_parameters())",
        "others = [by_name[n] for n in sorted(no_decay)]",
        "rest = [by_name[n] for n in sorted(decay)]",
    )


def added_group(recipe: Recipe, model: str) -> Piece:
    """The group of the rest, selected where it stands."""
    imports = ("from torch import nn",) if recipe.selection == "isinstance" else ()
    names = _group_names(recipe)
    return Piece((_group(recipe, len(names) - 1, _comprehension(recipe, model, names[-1])),), imports)


def _group_names(recipe: Recipe) -> tuple[str, ...]:
    if recipe.selection in SELECTIONS:
        return (*SELECTIONS[recipe.selection].names, "rest")
    return {"module": ("head", "rest"), "walk": ("others", "rest")}.get(recipe.selection, ("norms", "rest"))


def _group(recipe: Recipe, index: int, params: str) -> str:
    return f'{{"params": {params}, "{_key(recipe)}": {_value(recipe, index)}}}'


def _key(recipe: Recipe) -> str:
    return "weight_decay" if recipe.differing == "weight_decay" else "lr"


def _value(recipe: Recipe, index: int) -> float:
    last = index == len(_group_names(recipe)) - 1
    number = -1 if last or recipe.differing == "nothing" else index
    return DECAYS[number] if recipe.differing == "weight_decay" else RATES[number]


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
    if recipe.form == "filter":
        return _filter(selection, model, condition)
    return f"[p for {_each(selection, model)} if {condition}]"


def _filter(selection: Selection, model: str, condition: str) -> str:
    if not selection.is_named:
        return f"list(filter(lambda p: {condition}, {model}.parameters()))"
    test = re.sub(r"\bn\b", "item[0]", condition)
    return f"[p for _, p in filter(lambda item: {test}, {model}.named_parameters())]"


def _each(selection: Selection, model: str) -> str:
    return f"n, p in {model}.named_parameters()" if selection.is_named else f"p in {model}.parameters()"


def _negated(condition: str) -> str:
    if " in " in condition:
        return condition.replace(" in ", " not in ")
    return condition.replace(">=", "<") if ">=" in condition else f"not {condition}"


def _loops(recipe: Recipe, model: str) -> tuple[str, ...]:
    names = _held(recipe, _group_names(recipe))
    begin = (f"{', '.join(names)} = {', '.join('[]' for _ in names)}",)
    if recipe.form == "dict of lists":
        empty = ", ".join(f'"{name}": []' for name in _group_names(recipe))
        begin = (f"by_group = {{{empty}}}",)
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
