"""Every way to wrap a model that is measured, under the key of its row in rows.py."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import torch
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from torch import nn
from torch.distributed._composable.replicate import replicate
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy, fully_shard
from torch.distributed.tensor import DTensor
from torch.nn.parallel import DistributedDataParallel

from .stand_ins import cuda_streams

CPU = torch.device("cpu")

FAIRSCALE = "fairscale flatten_parameters=True"
FAIRSCALE_UNFLATTENED = "fairscale flatten_parameters=False"
FSDP1 = "FSDP1 use_orig_params=False FULL_SHARD"
FSDP1_ORIGINAL = "FSDP1 use_orig_params=True FULL_SHARD"
FSDP1_ORIGINAL_UNSHARDED = "FSDP1 use_orig_params=True NO_SHARD"
FSDP2 = "FSDP2 fully_shard"
DDP = "DistributedDataParallel"
COMPILE = "torch.compile"

Wrapper = Callable[[nn.Module], Any]


def fairscale(module: nn.Module, **flags: Any) -> Any:
    return FairscaleFSDP(module, compute_device=CPU, **flags)


def fsdp1(module: nn.Module, **flags: Any) -> Any:
    return FullyShardedDataParallel(module, device_id=CPU, **flags)


def compiled(module: nn.Module) -> Any:
    # The backend makes no difference to what parameters are called; "eager" needs no C compiler.
    return torch.compile(module, backend="eager")


def _fsdp1(use_orig_params: bool, strategy: ShardingStrategy) -> Wrapper:
    return lambda module: fsdp1(module, use_orig_params=use_orig_params, sharding_strategy=strategy)


_STRATEGIES = (ShardingStrategy.FULL_SHARD, ShardingStrategy.SHARD_GRAD_OP, ShardingStrategy.NO_SHARD)

_WRAPPERS: dict[str, Wrapper] = {
    FAIRSCALE: fairscale,
    FAIRSCALE_UNFLATTENED: lambda module: fairscale(module, flatten_parameters=False),
    **{f"FSDP1 use_orig_params=False {strategy.name}": _fsdp1(False, strategy) for strategy in _STRATEGIES},
    **{f"FSDP1 use_orig_params=True {strategy.name}": _fsdp1(True, strategy) for strategy in _STRATEGIES},
    FSDP2: lambda module: fully_shard(module),
    DDP: DistributedDataParallel,
    "replicate": replicate,
    COMPILE: compiled,
}


def wrap(row: str, module: nn.Module) -> Any:
    """The module, wrapped as the row says: a module, with the attributes that the wrapper lets through."""
    return _WRAPPERS[row](module)


def wrap_units(row: str, model: nn.Module, units: tuple[str, ...]) -> None:
    """Puts each named module's wrapper in its place."""
    for unit in units:
        parent, _, name = unit.rpartition(".")
        setattr(model.get_submodule(parent), name, wrap(row, model.get_submodule(unit)))


def able_to_train(row: str) -> contextlib.AbstractContextManager[None]:
    """What the row's library needs around it to run a forward and backward on the CPU."""
    return cuda_streams() if row.startswith("fairscale") else contextlib.nullcontext()


def gather(wrapped: Any) -> contextlib.AbstractContextManager[None]:
    """The library's own context in which every original parameter is there, whole (except for DTensors: see whole)."""
    if isinstance(wrapped, FullyShardedDataParallel):
        return FullyShardedDataParallel.summon_full_params(wrapped)
    if isinstance(wrapped, FairscaleFSDP):
        return wrapped.summon_full_params()
    return contextlib.nullcontext()


def whole(tensor: torch.Tensor) -> torch.Tensor:
    """A DTensor gathered from all ranks; any other tensor as this rank holds it."""
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def values(module: nn.Module) -> dict[str, torch.Tensor]:
    """A copy of every parameter's value by name, as this rank holds it."""
    return {name: whole(parameter).detach().clone() for name, parameter in module.named_parameters()}


def changed(before: dict[str, torch.Tensor], after: dict[str, torch.Tensor]) -> list[str]:
    """The names whose values differ."""
    return [name for name in after if not torch.equal(before[name], after[name])]
