"""Flows in which something may be wrong: rank 0 says so in one line, and the job goes on."""

from __future__ import annotations

import warnings

import torch
import torch.distributed as dist
from net import CPU, Net, begin, by_name, sharded, train
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

import guard


def part_of_an_unflattened_model_in_no_optimizer() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    train(model, torch.optim.SGD([p for n, p in model.named_parameters() if "head" not in n], lr=0.1))


def part_of_a_model_sharded_in_place_in_no_optimizer() -> None:
    net = Net()
    sharded(net)
    train(net, torch.optim.SGD([p for n, p in net.named_parameters() if "head" not in n], lr=0.1))


def an_optimizer_without_any_parameter() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    train(model, torch.optim.SGD([attention]), torch.optim.SGD([rest]))


FLOWS = (
    part_of_an_unflattened_model_in_no_optimizer,
    part_of_a_model_sharded_in_place_in_no_optimizer,
    an_optimizer_without_any_parameter,
)

begin()
for flow in FLOWS:
    guard.uninstall()
    guard.install()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        flow()
    told = [str(one.message) for one in caught if str(one.message).startswith("FSDP")]
    print(f"{flow.__name__}: rank {dist.get_rank()} {told}\n", end="", flush=True)
dist.barrier()
dist.destroy_process_group()
