"""Every flow here is wrong: the guard stops each, and what it says is printed."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, Net, begin, by_name, by_shape
from training import train

import guard


def flattened() -> None:
    model = FSDP(Net(), compute_device=CPU)
    torch.optim.AdamW(by_name(model))


def partly_cut_along_the_groups() -> None:
    net = Net()
    net.layers[0].attention = FSDP(net.layers[0].attention, compute_device=CPU)
    net.layers[0].mlp = FSDP(net.layers[0].mlp, compute_device=CPU)
    model = FSDP(net, compute_device=CPU)
    torch.optim.SGD(by_name(model), lr=0.1)


def added_before_the_first_step() -> None:
    model = FSDP(Net(), compute_device=CPU)
    attention, rest = by_name(model)
    optimizer = torch.optim.SGD([rest], lr=0.1)
    optimizer.add_param_group(attention)
    train(model, optimizer)


def split_by_shape() -> None:
    model = FSDP(Net(), compute_device=CPU, flatten_parameters=False)
    torch.optim.AdamW(by_shape(model))


def another_rate_than_stated() -> None:
    guard.expect({"*.attention.*": {"lr": 0.2}})
    model = FSDP(Net(), compute_device=CPU, flatten_parameters=False)
    torch.optim.SGD(by_name(model), lr=0.1)


FLOWS = (flattened, partly_cut_along_the_groups, added_before_the_first_step, split_by_shape, another_rate_than_stated)

begin()
for flow in FLOWS:
    try:
        flow()
    except guard.ParameterGroupError as error:
        print(f"{flow.__name__}: {', '.join(finding.code for finding in error.audit.findings)}", flush=True)
    else:
        print(f"{flow.__name__}: not stopped", flush=True)
    guard.uninstall()
    guard.install()
dist.barrier()
dist.destroy_process_group()
