"""Every flow here is wrong: the guard stops each, and what it says is printed."""

from __future__ import annotations

from typing import Any

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


class Counting(torch.optim.SGD):
    """Counts the steps that it has done."""

    steps = 0

    def step(self, closure: Any = None) -> Any:
        result = super().step(closure)
        self.steps += 1
        return result


def optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    train(FSDP(net, compute_device=CPU), optimizer)


def optimizer_first_is_told_when_the_first_step_is_done() -> None:
    net = Net()
    optimizer = Counting(net.parameters(), lr=0.1)
    try:
        train(FSDP(net, compute_device=CPU), optimizer)
    finally:
        assert optimizer.steps == 1


def optimizer_first_and_scheduled() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    torch.optim.lr_scheduler.StepLR(optimizer, 1)
    train(FSDP(net, compute_device=CPU), optimizer)


def optimizer_first_and_another_after_it() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    model = FSDP(net, compute_device=CPU)
    train(model, torch.optim.AdamW(model.parameters()), optimizer)


def optimizer_first_with_an_empty_step_and_a_scheduler() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    torch.optim.lr_scheduler.StepLR(optimizer, 1)
    model = FSDP(net, compute_device=CPU)
    optimizer.step()
    train(model, optimizer)


def wrapped_after_the_first_step() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    optimizer.step()
    train(FSDP(net, compute_device=CPU), optimizer)


def gradients_left_over_from_before_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    net(torch.randn(4, 6)).square().mean().backward()
    model = FSDP(net, compute_device=CPU)
    other = torch.optim.AdamW(model.parameters())
    train(model, other)
    optimizer.step()


def frozen_until_the_wrap() -> None:
    net = Net()
    net.head.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.head.parameters())
    net.head = FSDP(net.head, compute_device=CPU)
    net.head.requires_grad_(True)
    train(net, optimizer)


FLOWS = (
    flattened,
    partly_cut_along_the_groups,
    added_before_the_first_step,
    split_by_shape,
    another_rate_than_stated,
    optimizer_first,
    optimizer_first_is_told_when_the_first_step_is_done,
    optimizer_first_and_scheduled,
    optimizer_first_and_another_after_it,
    optimizer_first_with_an_empty_step_and_a_scheduler,
    wrapped_after_the_first_step,
    gradients_left_over_from_before_the_wrap,
    frozen_until_the_wrap,
)

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
