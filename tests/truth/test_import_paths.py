"""Every dotted path under which the installed releases offer what the linter looks for, and their positional order."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest


def imported(path: str) -> Any:
    """What `from MODULE import NAME` binds for the dotted path MODULE.NAME."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


SAME_OBJECT = {
    "fairscale FullyShardedDataParallel": (
        "fairscale.nn.FullyShardedDataParallel",
        "fairscale.nn.data_parallel.FullyShardedDataParallel",
        "fairscale.nn.data_parallel.fully_sharded_data_parallel.FullyShardedDataParallel",
    ),
    "fairscale wrap": ("fairscale.nn.wrap.wrap", "fairscale.nn.wrap.auto_wrap.wrap"),
    "fairscale auto_wrap": (
        "fairscale.nn.auto_wrap",
        "fairscale.nn.wrap.auto_wrap.auto_wrap",
        "fairscale.nn.data_parallel.fully_sharded_data_parallel.auto_wrap",
    ),
    "fairscale enable_wrap": (
        "fairscale.nn.enable_wrap",
        "fairscale.nn.wrap.enable_wrap",
        "fairscale.nn.wrap.auto_wrap.enable_wrap",
        "fairscale.nn.data_parallel.fully_sharded_data_parallel.enable_wrap",
    ),
    "fairscale default_auto_wrap_policy": (
        "fairscale.nn.default_auto_wrap_policy",
        "fairscale.nn.wrap.default_auto_wrap_policy",
        "fairscale.nn.wrap.auto_wrap.default_auto_wrap_policy",
    ),
    "fairscale OSS": ("fairscale.optim.OSS", "fairscale.optim.oss.OSS"),
    "FSDP1": (
        "torch.distributed.fsdp.FullyShardedDataParallel",
        "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel",
    ),
    "FSDP2 fully_shard": (
        "torch.distributed.fsdp.fully_shard",
        "torch.distributed.fsdp._fully_shard.fully_shard",
        "torch.distributed.fsdp._fully_shard._fully_shard.fully_shard",
        "torch.distributed._composable.fsdp.fully_shard",
        "torch.distributed._composable.fsdp.fully_shard.fully_shard",
    ),
    "FSDPModule": (
        "torch.distributed.fsdp.FSDPModule",
        "torch.distributed.fsdp._fully_shard.FSDPModule",
        "torch.distributed._composable.fsdp.FSDPModule",
        "torch.distributed._composable.fsdp.fully_shard.FSDPModule",
    ),
    "ShardingStrategy": (
        "torch.distributed.fsdp.ShardingStrategy",
        "torch.distributed.fsdp.api.ShardingStrategy",
        "torch.distributed.fsdp.fully_sharded_data_parallel.ShardingStrategy",
    ),
    "MixedPrecision": (
        "torch.distributed.fsdp.MixedPrecision",
        "torch.distributed.fsdp.api.MixedPrecision",
        "torch.distributed.fsdp.fully_sharded_data_parallel.MixedPrecision",
    ),
    "DistributedDataParallel": (
        "torch.nn.parallel.DistributedDataParallel",
        "torch.nn.parallel.distributed.DistributedDataParallel",
    ),
    "clip_grad_norm_": ("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad.clip_grad_norm_"),
    "ZeroRedundancyOptimizer": (
        "torch.distributed.optim.ZeroRedundancyOptimizer",
        "torch.distributed.optim.zero_redundancy_optimizer.ZeroRedundancyOptimizer",
    ),
}


@pytest.mark.parametrize("paths", SAME_OBJECT.values(), ids=SAME_OBJECT)
def test_each_path_gives_the_same_object(paths: tuple[str, ...]) -> None:
    assert len({id(imported(path)) for path in paths}) == 1


@pytest.mark.parametrize(
    "path",
    [
        "torch.distributed._composable.fully_shard",
        "torch.nn.utils.clip_grad.get_total_norm",
        "torch.nn.DistributedDataParallel",
        "fairscale.nn.auto_wrap_bn",
        "fairscale.FullyShardedDataParallel",
    ],
)
def test_there_is_no_such_path(path: str) -> None:
    with pytest.raises(AttributeError):
        imported(path)


@pytest.mark.parametrize(
    ("path", "parameter", "index", "default"),
    [
        ("fairscale.nn.FullyShardedDataParallel", "flatten_parameters", 7, True),
        ("torch.distributed.fsdp.FullyShardedDataParallel", "sharding_strategy", 2, None),
        ("torch.distributed.fsdp.FullyShardedDataParallel", "auto_wrap_policy", 4, None),
        ("torch.distributed.fsdp.FullyShardedDataParallel", "ignored_modules", 7, None),
        ("torch.distributed.fsdp.FullyShardedDataParallel", "use_orig_params", 13, False),
        ("torch.distributed.fsdp.FullyShardedDataParallel", "ignored_states", 14, None),
        ("fairscale.optim.OSS", "params", 0, inspect.Parameter.empty),
        ("torch.distributed.optim.ZeroRedundancyOptimizer", "params", 0, inspect.Parameter.empty),
        ("torch.nn.utils.clip_grad_norm_", "parameters", 0, inspect.Parameter.empty),
    ],
)
def test_the_parameter_can_be_given_by_position(path: str, parameter: str, index: int, default: object) -> None:
    parameters = list(inspect.signature(imported(path)).parameters.values())
    found = parameters[index]
    assert (found.name, found.default, found.kind) == (parameter, default, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def test_fully_shard_takes_all_but_the_module_by_keyword() -> None:
    parameters = list(inspect.signature(imported("torch.distributed.fsdp.fully_shard")).parameters.values())
    assert {parameter.kind for parameter in parameters[1:]} == {inspect.Parameter.KEYWORD_ONLY}
