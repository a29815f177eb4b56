"""How a script wraps its model."""

from __future__ import annotations

from .pieces import Piece, indented
from .space import FLAGGED, LAUNCHERS, Recipe

CALLS = {"fsdp1": "FSDP", "fairscale": "FSDP", "fsdp2": "fully_shard", "ddp": "DDP", "compile": "torch.compile"}
PLUGIN, STRATEGY = "FullyShardedDataParallelPlugin", "FSDPStrategy"
IMPORTS = {
    "fsdp1": "from torch.distributed.fsdp import FullyShardedDataParallel as FSDP",
    "fairscale": "from fairscale.nn import FullyShardedDataParallel as FSDP",
    "fsdp2": "from torch.distributed.fsdp import fully_shard",
    "ddp": "from torch.nn.parallel import DistributedDataParallel as DDP",
    "compile": "import torch",
}
DEVICES = {"fsdp1": 'device_id=torch.device("cpu")', "fairscale": 'compute_device=torch.device("cpu")'}
SIZE = 100
"""The size policy's limit: an attention has more elements, a norm has fewer."""


def wrapping(recipe: Recipe, model: str, optimizer: str = "") -> Piece:
    """Lines after which `model` is wrapped; `optimizer` is what is there already to train it, if anything is."""
    if recipe.library in LAUNCHERS:
        return _preparing(recipe, model, optimizer)
    call, settings = _call(recipe)
    lines = _wrap(recipe, model, call, _units(recipe, model, call))
    if recipe.style == "condition around":
        lines = ('if int(os.environ.get("WORLD_SIZE", "1")) > 1:', *indented(lines))
        settings += Piece(imports=("import os",))
    return Piece(lines, (IMPORTS[recipe.library], *_policy_imports(recipe))) + settings


def _preparing(recipe: Recipe, model: str, optimizer: str) -> Piece:
    settings, flags = _settings_of_launcher(recipe)
    top = (*flags.top, *[""] * bool(flags.top))
    both = f"{model}, {optimizer}" if optimizer else model
    if recipe.library == "fabric":
        imports = ("from lightning import Fabric", f"from lightning.fabric.strategies import {STRATEGY}")
        made = (f'fabric = Fabric(accelerator="cpu", devices=2, strategy={settings})', "fabric.launch()")
        prepare = f"fabric.setup({both})" if optimizer else f"fabric.setup_module({both})"
    else:
        imports = ("from accelerate import Accelerator", f"from accelerate.utils import {PLUGIN}")
        made = (f"plugin = {settings}", "accelerator = Accelerator(fsdp_plugin=plugin)")
        prepare = f"accelerator.prepare({both})"
    return Piece((f"{both} = {prepare}",), (*imports, *flags.imports, *_policy_imports(recipe)), (*top, *made))


def _settings_of_launcher(recipe: Recipe) -> tuple[str, Piece]:
    """The object that says how a launcher shards, and what it needs."""
    name, given = {
        "fabric": (STRATEGY, ()),
        "accelerate": (PLUGIN, ("fsdp_version=1",)),
        "accelerate fsdp2": (PLUGIN, ("fsdp_version=2",)),
    }[recipe.library]
    call, needs = _Call(name, given), Piece()
    if recipe.library in FLAGGED and recipe.style != "default":
        call, needs = _with_flags(recipe, name, given, Piece())
    policy = (f"auto_wrap_policy={_policy(recipe)}",) if recipe.nesting == "policy" else ()
    return f"{name}({', '.join([*call.arguments, *policy])})", needs


def arguments(recipe: Recipe) -> list[str]:
    """What the script is started with."""
    return ["--keep"] if recipe.style == "unknowable" and recipe.flag == "keeping" else []


def _wrap(recipe: Recipe, model: str, call: _Call, units: tuple[str, ...]) -> tuple[str, ...]:
    if recipe.library == "fairscale" and "policy" in recipe.nesting:
        given = ", ".join(["wrapper_cls=FSDP", *call.arguments])
        inside = (f"{model} = auto_wrap({model}, auto_wrap_policy={_policy(recipe)})",)
        return (f"with enable_wrap({given}):", *indented(inside), f"{model} = {call.of(model)}")
    if not recipe.has_root:
        return units
    policy = (f"auto_wrap_policy={_policy(recipe)}",) if "policy" in recipe.nesting else ()
    root = call.of(model, *policy)
    return (*units, root if recipe.library == "fsdp2" else f"{model} = {root}")


class _Call:
    """What is called with a module, and with what besides."""

    def __init__(self, name: str, arguments: tuple[str, ...]) -> None:
        self.name, self.arguments = name, arguments

    def of(self, module: str, *more: str) -> str:
        return f"{self.name}({', '.join([module, *self.arguments, *more])})"


def _call(recipe: Recipe) -> tuple[_Call, Piece]:
    name, device = CALLS[recipe.library], tuple(filter(None, [DEVICES.get(recipe.library)]))
    needs = Piece(imports=("import torch",) if device else ())
    if recipe.library == "compile":
        return _Call(name, ('backend="eager"',)), needs
    if recipe.style in ("default", "condition around"):
        return _Call(name, device), needs
    return _with_flags(recipe, name, device, needs)


def _with_flags(recipe: Recipe, name: str, device: tuple[str, ...], needs: Piece) -> tuple[_Call, Piece]:
    flags = _flags(recipe)
    written = ", ".join(f"{key}={value}" for key, value in flags.items())
    strategy = Piece(imports=("from torch.distributed.fsdp import ShardingStrategy",))
    needs += strategy if recipe.strategy == "whole" else Piece()
    if recipe.style == "dict":
        literal = ", ".join(f'"{key}": {value}' for key, value in flags.items())
        return _Call(name, (*device, "**SETTINGS")), needs + Piece(top=(f"SETTINGS = {{{literal}}}",))
    if recipe.style == "partial":
        partial = f"shard = functools.partial({', '.join([name, *device, written])})"
        return _Call("shard", ()), needs + Piece(imports=("import functools",), top=(partial,))
    return _with_value(recipe, name, device, flags, needs)


def _with_value(
    recipe: Recipe, name: str, device: tuple[str, ...], flags: dict[str, str], needs: Piece
) -> tuple[_Call, Piece]:
    """The flag's value comes from somewhere else than the call."""
    key = next(iter(flags))
    others = tuple(f"{one}={value}" for one, value in flags.items() if one != key)
    value, needed = flags[key], Piece()
    top: tuple[str, ...]
    if recipe.style == "dataclass":
        top = ("@dataclass", "class Config:", f"    keep: bool = {value}", "", "", "CONFIG = Config()")
        value, needed = "CONFIG.keep", Piece(imports=("from dataclasses import dataclass",), top=top)
    elif recipe.style == "class attribute":
        value, needed = "Config.keep", Piece(top=("class Config:", f"    keep = {value}"))
    elif recipe.style == "namespace":
        top = (f"ARGUMENTS = argparse.Namespace(keep={value})",)
        value, needed = "ARGUMENTS.keep", Piece(imports=("import argparse",), top=top)
    elif recipe.style == "conditional":
        other = {"True": "False", "False": "True"}[value]
        value, needed = f"{other} if DEBUG else {value}", Piece(top=("DEBUG = False",))
    elif recipe.style == "unknowable":
        value = "not ARGUMENTS.keep" if recipe.library == "fairscale" else "ARGUMENTS.keep"
        top = (
            "parser = argparse.ArgumentParser()",
            'parser.add_argument("--keep", action="store_true")',
            "ARGUMENTS = parser.parse_args()",
        )
        needed = Piece(imports=("import argparse",), top=top)
    return _Call(name, (*device, f"{key}={value}", *others)), needs + needed


def _flags(recipe: Recipe) -> dict[str, str]:
    keeping = recipe.flag == "keeping"
    if recipe.library == "fairscale":
        return {"flatten_parameters": str(not keeping)}
    whole = {"sharding_strategy": "ShardingStrategy.NO_SHARD"} if recipe.strategy == "whole" else {}
    return {"use_orig_params": str(keeping), **whole}


def _units(recipe: Recipe, model: str, call: _Call) -> tuple[str, ...]:
    in_place = recipe.library == "fsdp2"
    if recipe.nesting in ("one block", "one unit"):
        unit = f"{model}.layers[1]"  # the first one may be frozen: that it was lost would make no difference
        return (call.of(unit) if in_place else f"{unit} = {call.of(unit)}",)
    if recipe.nesting in ("blocks", "units alone"):
        if in_place:
            return (f"for block in {model}.layers:", f"    {call.of('block')}")
        return (f"for index, block in enumerate({model}.layers):", f"    {model}.layers[index] = {call.of('block')}")
    if recipe.nesting in ("parts", "one part"):
        named = ("block.attn", "block.mlp")[: 1 if recipe.nesting == "one part" else 2]
        parts = [(part, call.of(part)) for part in named]
        body = tuple(made if in_place else f"{part} = {made}" for part, made in parts)
        return (f"for block in {model}.layers:", *indented(body))
    return ()


def _policy(recipe: Recipe) -> str:
    if recipe.library == "fairscale":
        return f"functools.partial(default_auto_wrap_policy, min_num_params={SIZE})"
    if recipe.nesting == "size policy":
        return f"functools.partial(size_based_auto_wrap_policy, min_num_params={SIZE})"
    return "ModuleWrapPolicy({Block})"


def _policy_imports(recipe: Recipe) -> tuple[str, ...]:
    if "policy" not in recipe.nesting:
        return ()
    if recipe.library == "fairscale":
        return ("import functools", "from fairscale.nn import auto_wrap, default_auto_wrap_policy, enable_wrap")
    if recipe.nesting == "size policy":
        return ("import functools", "from torch.distributed.fsdp.wrap import size_based_auto_wrap_policy")
    return ("from net import Block", "from torch.distributed.fsdp.wrap import ModuleWrapPolicy")
