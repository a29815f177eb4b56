"""Every flow here is right: the guard says nothing."""

from __future__ import annotations

import copy
import functools
import pickle

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from fairscale.optim import OSS
from net import CPU, Layer, Net, begin, by_name, by_shape, train
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy, fully_shard
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP

import guard  # noqa: F401


def names_with_empty_shards() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True, auto_wrap_policy=ModuleWrapPolicy({Layer}))
    train(model, torch.optim.AdamW(by_name(model)))


def fairscale_names_kept() -> None:
    torch.optim.AdamW(by_name(FairscaleFSDP(Net(), compute_device=CPU, flatten_parameters=False)))


def units_along_the_groups() -> None:
    net = Net()
    for layer in net.layers:
        layer.attention = FSDP(layer.attention, device_id=CPU)
    model = FSDP(net, device_id=CPU)
    train(model, torch.optim.SGD(by_name(model), lr=0.1))


def one_group_for_everything() -> None:
    model = FSDP(Net(), device_id=CPU)
    optimizer = torch.optim.SGD((p for p in model.parameters() if p.requires_grad), lr=0.1)
    assert len(optimizer.param_groups[0]["params"]) == 1
    train(model, optimizer)


def equal_hyperparameters() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    train(model, torch.optim.SGD([{**attention, "lr": 0.1}, {**rest, "lr": 0.1}], lr=0.1))


def optimizer_first_where_objects_stay() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_shape(net))
    train(FSDP(net, device_id=CPU, use_orig_params=True), optimizer)


def shapes_kept_without_sharding() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True, sharding_strategy=ShardingStrategy.NO_SHARD)
    train(model, torch.optim.AdamW(by_shape(model)))


def fsdp2() -> None:
    net = Net()
    fully_shard(net, mesh=dist.init_device_mesh("cpu", (2,)))
    train(net, torch.optim.AdamW(by_name(net)), torch.optim.AdamW(by_shape(net)))


def a_filter_that_finds_nothing() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    adapters = [p for n, p in model.named_parameters() if "adapter" in n]
    train(model, torch.optim.SGD([{"params": model.parameters()}, {"params": adapters, "lr": 1.0}], lr=0.1))


def only_the_frozen_part_is_wrapped() -> None:
    net = Net()
    net.layers.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.parameters())
    for layer in net.layers:
        fully_shard(layer, mesh=dist.init_device_mesh("cpu", (2,)))
    train(net, optimizer)


def refilled_by_hand() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    fully_shard(net, mesh=dist.init_device_mesh("cpu", (2,)))
    optimizer.param_groups[0]["params"] = list(net.parameters())
    train(net, optimizer)


def rebuilt_after_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net, device_id=CPU)
    optimizer = torch.optim.AdamW(model.parameters())
    train(model, optimizer)


def two_models_and_a_frozen_copy() -> None:
    generator, critic = FSDP(Net(), device_id=CPU), DDP(Net())
    average = copy.deepcopy(critic.module).requires_grad_(False)
    train(generator, torch.optim.Adam(generator.parameters()))
    train(critic, torch.optim.Adam(by_name(critic)))
    assert not any(p.requires_grad for p in average.parameters())


def optimizers_sharded_over_ranks() -> None:
    model = DDP(Net())
    train(model, ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.AdamW))
    model = DDP(Net())
    train(model, OSS(params=by_name(model), optim=torch.optim.SGD, lr=0.1))


def empty_group_without_sharding() -> None:
    model = DDP(Net())
    train(model, torch.optim.SGD([{"params": model.parameters()}, {"params": [], "lr": 1.0}], lr=0.1))


def copied_saved_and_scheduled() -> None:
    model = DDP(Net())
    optimizer = torch.optim.AdamW(by_name(model))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    again = pickle.loads(pickle.dumps(optimizer))
    copy.deepcopy(optimizer)
    optimizer.load_state_dict(again.state_dict())
    train(model, optimizer)
    scheduler.step()


def nothing_is_left_after_the_first_step() -> None:
    model = DDP(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step = optimizer.step.__func__ if hasattr(optimizer.step, "__func__") else optimizer.step
    train(model, optimizer)
    assert not optimizer._optimizer_step_post_hooks
    assert (optimizer.step.__func__ if hasattr(optimizer.step, "__func__") else optimizer.step) is step


FLOWS = (
    names_with_empty_shards,
    fairscale_names_kept,
    units_along_the_groups,
    one_group_for_everything,
    equal_hyperparameters,
    optimizer_first_where_objects_stay,
    shapes_kept_without_sharding,
    fsdp2,
    a_filter_that_finds_nothing,
    only_the_frozen_part_is_wrapped,
    refilled_by_hand,
    rebuilt_after_the_wrap,
    two_models_and_a_frozen_copy,
    optimizers_sharded_over_ranks,
    empty_group_without_sharding,
    copied_saved_and_scheduled,
    nothing_is_left_after_the_first_step,
)

begin()
for flow in FLOWS:
    try:
        functools.partial(flow)()
    except Exception as error:
        print(f"{flow.__name__}: {type(error).__name__}: {error}\n", end="", flush=True)
    else:
        print(f"{flow.__name__}: silent\n", end="", flush=True)
dist.barrier()
dist.destroy_process_group()
