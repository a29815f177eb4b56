"""Every flow here is wrong: the guard stops each with the code that stands beside it."""

from __future__ import annotations

from typing import Callable

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from net import CPU, Net, begin, by_name, by_shape, train
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import fully_shard

import guard


def fairscale_flattened() -> None:
    torch.optim.AdamW(by_name(FairscaleFSDP(Net(), compute_device=CPU)))


def fsdp1_flattened() -> None:
    torch.optim.SGD(by_name(FSDP(Net(), device_id=CPU)), lr=0.1)


def added_before_the_first_step() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    optimizer = torch.optim.SGD([rest], lr=0.1)
    optimizer.add_param_group(attention)
    train(model, optimizer)


def fairscale_split_by_shape() -> None:
    torch.optim.AdamW(by_shape(FairscaleFSDP(Net(), compute_device=CPU, flatten_parameters=False)))


def fsdp1_split_by_shape() -> None:
    torch.optim.AdamW(by_shape(FSDP(Net(), device_id=CPU, use_orig_params=True)))


def fairscale_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    FairscaleFSDP(net, compute_device=CPU)
    optimizer.step()


def fsdp1_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    train(FSDP(net, device_id=CPU), optimizer)


def fsdp2_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    fully_shard(net, mesh=dist.init_device_mesh("cpu", (2,)))
    train(net, optimizer)


FLOWS: dict[Callable[[], None], str] = {
    fairscale_flattened: "FSDP001",
    fsdp1_flattened: "FSDP001",
    added_before_the_first_step: "FSDP001",
    fairscale_split_by_shape: "FSDP002",
    fsdp1_split_by_shape: "FSDP002",
    fairscale_optimizer_first: "FSDP004",
    fsdp1_optimizer_first: "FSDP004",
    fsdp2_optimizer_first: "FSDP004",
}

begin()
for flow, code in FLOWS.items():
    try:
        flow()
    except guard.ParameterGroupError as error:
        print(f"{flow.__name__}: {error.audit.findings[0].code}, expected {code}\n", end="", flush=True)
    else:
        print(f"{flow.__name__}: not stopped, expected {code}\n", end="", flush=True)
dist.barrier()
dist.destroy_process_group()
