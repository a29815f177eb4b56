"""From a recipe to its script: files by name, of code as people write it. `main()` of train.py returns the models."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import net_text
from .pieces import Piece, file_text, function, indented
from .selecting_text import added_group, freezing, grouping, marking
from .space import Recipe
from .wrapping_text import wrapping

STEPS = 3
LIMIT = 0.05
"""What gradients are clipped to: their norm is larger."""


NOTHING = Piece()
METHODS = {
    "mark": "mark_head",
    "wrap": "shard",
    "freeze": "freeze_first_block",
    "select": "make_groups",
    "optimizer": "make_optimizer",
    "add": "add_rest",
}


_FROM_NET = re.compile(r"^from net import .*\n", re.MULTILINE)
_OF_GROUPS = re.compile(r"\bgroups(?= = |\.append\()")


@dataclass(frozen=True)
class Names:
    """What one model, and all that is made for it, is called."""

    model: str
    groups: str = "groups"
    optimizer: str = "optimizer"
    chosen: str = "chosen"


@dataclass(frozen=True)
class Part:
    """Code of a stage, and the function that it calls: that stands in this file, or in one of its own."""

    code: Piece
    called: tuple[str, ...] = ()
    needs: Piece = NOTHING
    file: str = ""


def write(recipe: Recipe) -> dict[str, str]:
    """The script's files by name; train.py is the one that is run."""
    in_class = recipe.frame in ("method", "constructor", "base class")
    train = _trainer(recipe) if in_class else _main(recipe)
    files = {"net.py": file_text("The model.", [Piece(imports=net_text.IMPORTS)], [(net_text.TEXT.strip(),)])}
    files |= train.files
    for part in train.parts:
        if part.file:
            files[f"{part.file}.py"] = file_text("Helpers of the training.", [part.needs], [part.called])
    here = [part for part in train.parts if part.called and not part.file]
    functions = list(dict.fromkeys(part.called for part in here))
    pieces = [Piece(imports=("import torch",)), *(part.needs for part in here), *(part.code for part in train.parts)]
    needed_elsewhere = any("from net import" in text for text in files.values()) or any(
        "Block" in line for piece in pieces for line in piece.top
    )
    if recipe.net == "here" and not needed_elsewhere:
        del files["net.py"]
        pieces.append(Piece(imports=net_text.IMPORTS))
        functions.insert(0, (net_text.TEXT.strip(),))
    text = file_text("Trains an encoder.", [*pieces, train.piece], [*functions, *train.blocks])
    files["train.py"] = text if "net.py" in files else _FROM_NET.sub("", text)
    return files


@dataclass(frozen=True)
class Train:
    """The blocks of train.py beside its helpers."""

    parts: tuple[Part, ...]
    piece: Piece
    blocks: tuple[tuple[str, ...], ...]
    files: dict[str, str] = field(default_factory=dict)
    """Files that train.py imports besides, by name."""


def _main(recipe: Recipe) -> Train:
    everything = _models(recipe, "")
    staged = [(names, stage, _stage(recipe, names, stage)) for names, stages in everything for stage in stages]
    closures = tuple(line for names, _ in everything for line in _closure(recipe, names).lines)
    models = tuple(f"{names.model} = Encoder()" for names, _ in everything)
    lines = (
        *models,
        *closures,
        *(line for _, _, part in staged for line in part.code.lines),
        *_training(recipe, everything),
    )
    returned = f"return {', '.join(names.model for names, _ in everything)}"
    needs = Piece(imports=("from net import Encoder", *_closure(recipe, everything[0][0]).imports))
    body = ("torch.manual_seed(0)", *lines)
    blocks = (
        [body, function("main", "", (returned,))]
        if recipe.frame == "script"
        else [function("main", "", (*body, returned))]
    )
    return Train(tuple(part for *_, part in staged), needs, (*blocks, _start()))


def _trainer(recipe: Recipe) -> Train:
    """A class whose constructor makes the model and calls a method for each stage."""
    ((names, stages), *others) = _models(recipe, "self.")
    staged = [(stage, _stage(recipe, names, stage)) for stage in stages]
    # A second model has no methods of its own: it is made ready where the trainer is.
    second = [(one, _stage(recipe, one, stage)) for one, its in others for stage in its]
    here = [(stage, part) for stage, part in staged if part.code.lines]
    steps: tuple[str, ...] = tuple(f"self.{METHODS[stage]}()" for stage, _ in here)
    if recipe.frame == "constructor":
        steps = tuple(line for _, part in here for line in part.code.lines)
    begin = (f"{names.model} = Encoder()", *steps)
    more = tuple(f"{one.model} = Encoder()" for one, _ in others)
    ready = tuple(line for _, part in second for line in part.code.lines)
    methods = [function("__init__", "self", (*begin, *more, *ready))]
    own = [] if recipe.frame == "constructor" else here
    base = [part for stage, part in own if recipe.frame == "base class" and stage == "wrap"]
    methods += [function(METHODS[stage], "self", part.code.lines) for stage, part in own if part not in base]
    methods.append(function("train", "self", _training(recipe, [(names, stages), *others])))
    returned = ", ".join(one.model.replace("self", "trainer") for one in (names, *(one for one, _ in others)))
    main = ("torch.manual_seed(0)", "trainer = Trainer()", "trainer.train()", f"return {returned}")
    parts = tuple(part for _, part in (*staged, *second) if part not in base)
    bases, files, imports = "", {}, ["from net import Encoder"]
    if base:
        shard = function(METHODS["wrap"], "self", base[0].code.lines)
        files["base.py"] = file_text("What trainers share.", [base[0].code], [_class("BaseTrainer", [shard])])
        bases, imports = "(BaseTrainer)", [*imports, f"from base import BaseTrainer{_of_wrap(recipe)}"]
    blocks = (_class(f"Trainer{bases}", methods), function("main", "", main), _start())
    return Train(parts, Piece(imports=tuple(imports)), blocks, files)


def _class(head: str, methods: list[tuple[str, ...]]) -> tuple[str, ...]:
    return (f"class {head}:", *indented(tuple(line for method in methods for line in ("", *method))[1:]))


def _start() -> tuple[str, ...]:
    return ('if __name__ == "__main__":', "    main()")


def _models(recipe: Recipe, owner: str) -> list[tuple[Names, tuple[str, ...]]]:
    """Each model's names and stages."""
    first = Names(*(owner + name for name in ("model", "groups", "optimizer", "chosen")))
    found = [(first, recipe.order())]
    if recipe.models != "one":
        second = Names(*(owner + name for name in ("critic", "critic_groups", "critic_optimizer", "chosen")))
        stages = [one for one in recipe.order() if one != "freeze"]
        if recipe.models == "second plain":
            stages.remove("wrap")
        found.append((second, tuple(stages)))
    return found


def _stage(recipe: Recipe, names: Names, stage: str) -> Part:
    model = names.model
    if stage == "wrap":
        return _wrap(recipe, model, "" if recipe.wrapped_at("optimizer") else names.optimizer)
    if stage == "mark":
        return Part(marking(recipe, model, names.chosen))
    if stage == "freeze":
        return Part(freezing(recipe, _access(recipe, names, "freeze")))
    if stage == "select":
        return _select(recipe, names)
    if stage == "optimizer":
        return Part(Piece(_optimizers(recipe, names)))
    if recipe.add == "loop":
        loop = (f"for group in {names.groups}[1:]:", f"    {names.optimizer}.add_param_group(group)")
        return Part(Piece(loop))
    group = _with_chosen(added_group(recipe, _access(recipe, names, "add")), names)
    return Part(Piece((f"{names.optimizer}.add_param_group({group.lines[0]})",), group.imports))


def _optimizers(recipe: Recipe, names: Names) -> tuple[str, ...]:
    make = f"torch.optim.{recipe.optimizer}"
    if recipe.selection == "two optimizers":
        model = _access(recipe, names, "optimizer")
        first = f"{names.optimizer} = {make}({model}.layers.parameters(), lr=0.03)"
        return (first, f"{_of_head(names)} = {make}({model}.head.parameters(), lr=0.01)")
    groups = f"{names.groups}[:1]" if recipe.add == "loop" else names.groups
    rate = ", lr=0.01" if recipe.differing != "lr" or recipe.is_plain or recipe.optimizer == "SGD" else ""
    return (f"{names.optimizer} = {make}({groups}{rate})",)


def _of_head(names: Names) -> str:
    return names.optimizer.replace("optimizer", "head_optimizer")


def _access(recipe: Recipe, names: Names, stage: str) -> str:
    """The expression through which a stage reaches the model's parameters."""
    if recipe.through == "wrapper" or _is_plain(recipe, names) or not recipe.wrapped_at(stage):
        return names.model
    return f"{names.model}.{'_orig_mod' if recipe.library == 'compile' else 'module'}"


def _is_plain(recipe: Recipe, names: Names) -> bool:
    """Whether this is a model that nobody wraps."""
    return recipe.models == "second plain" and names.groups.endswith("critic_groups")


def _wrap(recipe: Recipe, model: str, optimizer: str) -> Part:
    if recipe.wrap_by == "inline":
        return Part(wrapping(recipe, model, optimizer))
    piece = wrapping(recipe, "model")
    called = function("wrap_model", "model", (*piece.lines, "return model"))
    call = (f"{model} = wrap_model({model})",)
    if recipe.wrap_by == "helper":
        return Part(Piece(call), called, piece)
    imports = (f"from sharding import wrap_model{_of_wrap(recipe)}",)
    return Part(Piece(call, imports), called, piece, "sharding")


def _of_wrap(recipe: Recipe) -> str:
    """What else the training needs of the file that wraps, as it is imported."""
    return ", fabric" if recipe.library == "fabric" else ""


def _select(recipe: Recipe, names: Names) -> Part:
    model = _access(recipe, names, "select")
    if recipe.frame in ("inline", "script", "method", "constructor", "base class"):
        return Part(_with_result(grouping(recipe, model), names))
    if recipe.frame == "closure":
        return Part(Piece((f"{names.groups} = {_maker(names)}()",)))
    chosen = recipe.selection == "identity"
    piece = grouping(recipe, "model")
    called = function("make_groups", "model, chosen" if chosen else "model", (*piece.lines, "return groups"))
    call = f"{names.groups} = make_groups({model}{', ' + names.chosen if chosen else ''})"
    if recipe.frame == "helper":
        return Part(Piece((call,)), called, piece)
    return Part(Piece((call,), ("from groups import make_groups",)), called, piece, "groups")


def _with_result(piece: Piece, names: Names) -> Piece:
    lines = tuple(_OF_GROUPS.sub(names.groups, line) for line in piece.lines)
    return _with_chosen(Piece(lines, piece.imports, piece.top), names)


def _with_chosen(piece: Piece, names: Names) -> Piece:
    lines = tuple(line.replace("in chosen", f"in {names.chosen}") for line in piece.lines)
    return Piece(lines, piece.imports, piece.top)


def _closure(recipe: Recipe, names: Names) -> Piece:
    if recipe.frame != "closure":
        return Piece()
    piece = grouping(recipe, _access(recipe, names, "select"))
    return Piece(("", *function(_maker(names), "", (*piece.lines, "return groups")), ""), piece.imports)


def _maker(names: Names) -> str:
    return "make_groups" if names.groups == "groups" else "make_critic_groups"


def _training(recipe: Recipe, everything: list[tuple[Names, tuple[str, ...]]]) -> tuple[str, ...]:
    steps = tuple(line for names, _ in everything for line in _step(recipe, names))
    loop = (f"for step in range({STEPS}):", *indented(("x = torch.randn(4, 8)", *steps)))
    return ("torch.manual_seed(1)", *loop)


def _step(recipe: Recipe, names: Names) -> tuple[str, ...]:
    clips = {
        "torch": (f"torch.nn.utils.clip_grad_norm_({names.model}.parameters(), {LIMIT})",),
        "own": (f"{names.model}.clip_grad_norm_({LIMIT})",),
        "value": (f"torch.nn.utils.clip_grad_value_({names.model}.parameters(), {LIMIT})",),
    }
    loss = f"{names.model}(x).pow(2).mean()"
    by_fabric = recipe.library == "fabric" and not _is_plain(recipe, names)
    optimizers = (names.optimizer, *[_of_head(names)] * (recipe.selection == "two optimizers"))
    return (
        *(f"{optimizer}.zero_grad()" for optimizer in optimizers),
        f"fabric.backward({loss})" if by_fabric else f"{loss}.backward()",
        *clips.get(recipe.clip, ()),
        *(f"{optimizer}.step()" for optimizer in optimizers),
    )
