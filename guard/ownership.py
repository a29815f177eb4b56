"""What live modules own: the original names and dimensions of the parameters that an optimizer may hold.

Looked up only when something is wrong, or when the user has said what is expected: it walks every live module.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from guard.parameters import flat

# What wrappers put between a module's path and its own parameters.
TRANSPARENT = frozenset(
    ("_fsdp_wrapped_module", "_fpw_module", "_orig_mod", "_checkpoint_wrapped_module", "_forward_module")
)
# What tells FSDP2's modules from others, and gives their state.
STATE = "_get_fsdp_state"
HOLDERS = frozenset(
    (
        "AveragedModel",
        "DataParallel",
        "DeepSpeedEngine",
        "DistributedDataParallel",
        "FullyShardedDataParallel",
        "ShardedDataParallel",
    )
)


class Owned(NamedTuple):
    """A parameter: the originals in it by full name, whether it trains, in which outermost module, by identity.

    `dimensions` are those of the original where a module of the sharded model tells them; `sharded` is the outermost
    module that FSDP2 has sharded around one of its parameters, by identity.
    """

    names: tuple[str, ...]
    trainable: bool
    root: int
    dimensions: int | None = None
    sharded: int | None = None


class Ownership(NamedTuple):
    """Parameters and the paths of modules, by identity."""

    parameters: dict[int, Owned]
    modules: dict[int, str]


def of_live_modules() -> Ownership:
    """What all modules of the process own, each under its path from the outermost module that holds it."""
    torch = sys.modules.get("torch")
    if torch is None:
        return Ownership({}, {})
    module_type = torch.nn.Module
    modules = [one for one in gc.get_objects() if issubclass(type(one), module_type)]
    inner = {id(child) for module in modules for child in _children(module).values() if child is not None}
    return of_modules(module for module in modules if id(module) not in inner)


def of_modules(roots: Iterable[Any]) -> Ownership:
    """What these modules and those inside them own; torch 1.13.1 to 2.13.0, fairscale 0.4.13."""
    found = Ownership({}, {})
    for root in roots:
        walked = list(_walk(root, found.modules))
        for path, module, sharded in walked:
            _kept_beside_a_flat_parameter(path, module, found.parameters, id(root))
            _sharded_one_by_one(module, found, id(root), sharded)
        for path, module, _ in walked:
            _registered(path, module, found.parameters, id(root))
    return found


def _children(module: Any) -> Any:
    return module.__dict__.get("_modules") or {}


def _walk(root: Any, paths: dict[int, str]) -> Iterator[tuple[str, Any, int | None]]:
    """Each module with its path, and the outermost module that FSDP2 has sharded on that path."""
    waiting: list[tuple[str, Any, int | None]] = [("", root, None)]
    while waiting:
        path, module, sharded = waiting.pop()
        if id(module) in paths:
            continue
        paths[id(module)] = path
        if sharded is None and hasattr(type(module), STATE):
            sharded = id(module)
        yield path, module, sharded
        holds = type(module).__name__ in HOLDERS
        children = [
            (path if name in TRANSPARENT or (holds and name == "module") else _joined(path, name), child, sharded)
            for name, child in _children(module).items()
            if child is not None
        ]
        waiting += reversed(children)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _registered(path: str, module: Any, parameters: dict[int, Owned], root: int) -> None:
    for name, parameter in (module.__dict__.get("_parameters") or {}).items():
        if parameter is None or id(parameter) in parameters:
            continue
        one = flat(parameter)
        names = (_joined(path, name),) if one is None else tuple(_joined(path, inner) for inner in one.names)
        parameters[id(parameter)] = Owned(names, bool(parameter.requires_grad), root)


def _kept_beside_a_flat_parameter(path: str, module: Any, parameters: dict[int, Owned], root: int) -> None:
    """torch FSDP1 with use_orig_params=True: the handle knows the originals and their shapes, in order."""
    handle = module.__dict__.get("_handle")
    flat_parameter: Any = getattr(handle, "flat_param", None)
    kept = getattr(flat_parameter, "_params", None)
    if kept is None:
        return
    for parameter, name, shape in zip(kept, flat_parameter._fqns, flat_parameter._shapes):
        names = (_joined(path, name),)
        parameters[id(parameter)] = Owned(names, bool(parameter.requires_grad), root, len(shape))


def _sharded_one_by_one(module: Any, found: Ownership, root: int, sharded: int | None) -> None:
    """torch FSDP2: while a unit is unsharded its modules own other objects than the optimizer holds."""
    state_of = getattr(type(module), STATE, None)
    if state_of is None:
        return
    state = state_of(module)
    groups = getattr(state, "_fsdp_param_groups", None)
    if groups is None:
        groups = [one for one in (getattr(state, "_fsdp_param_group", None),) if one is not None]
    for one in (one for group in groups for one in group.fsdp_params):
        information = one._module_info
        name = _joined(found.modules.get(id(information.module), ""), information.param_name)
        parameter = one.sharded_param
        found.parameters[id(parameter)] = Owned((name,), bool(parameter.requires_grad), root, sharded=sharded)
