"""Every flow here is wrong: the guard stops each with the code that stands beside it."""

from __future__ import annotations

from typing import Callable

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from net import CPU, Net, begin, by_name, by_shape, sharded, train
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.optim import _apply_optimizer_in_backward
from torch.nn.parallel import DistributedDataParallel as DDP

import guard


def fairscale_flattened() -> None:
    model = FairscaleFSDP(Net(), compute_device=CPU)
    torch.optim.AdamW(by_name(model))


def fsdp1_flattened() -> None:
    model = FSDP(Net(), device_id=CPU)
    torch.optim.SGD(by_name(model), lr=0.1)


def added_before_the_first_step() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    optimizer = torch.optim.SGD([rest], lr=0.1)
    optimizer.add_param_group(attention)
    train(model, optimizer)


def fairscale_split_by_shape() -> None:
    model = FairscaleFSDP(Net(), compute_device=CPU, flatten_parameters=False)
    torch.optim.AdamW(by_shape(model))


def fsdp1_split_by_shape() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    torch.optim.AdamW(by_shape(model))


def fairscale_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    model = FairscaleFSDP(net, compute_device=CPU)
    for parameter in model.parameters():  # its backward pass needs a GPU
        parameter.grad = torch.zeros_like(parameter)
    optimizer.step()


def fsdp1_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    train(FSDP(net, device_id=CPU), optimizer)


def fsdp2_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    sharded(net)
    train(net, optimizer)


def fsdp1_selected_before_the_wrap() -> None:
    net = Net()
    groups = by_name(net)
    model = FSDP(net, device_id=CPU)
    train(model, torch.optim.AdamW(groups))


def fsdp2_selected_before_the_wrap() -> None:
    net = Net()
    groups = by_name(net)
    sharded(net)
    train(net, torch.optim.AdamW(groups))


def fsdp1_after_the_first_step() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    optimizer.step()
    train(FSDP(net, device_id=CPU), optimizer)


def fsdp2_after_some_training() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    train(net, optimizer)
    train(sharded(net), optimizer)


def fsdp2_with_an_empty_step_after_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    sharded(net)
    optimizer.step()
    train(net, optimizer)


def gradients_left_over_from_before(wrap: Callable[[nn.Module], nn.Module]) -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    net(torch.randn(4, 6)).square().mean().backward()
    model = wrap(net)
    model(torch.randn(4, 6)).square().mean().backward()
    optimizer.step()


def fsdp1_with_gradients_left_over() -> None:
    gradients_left_over_from_before(lambda net: FSDP(net, device_id=CPU))


def fsdp2_with_gradients_left_over() -> None:
    gradients_left_over_from_before(sharded)


def frozen_until_the_wrap(wrap: Callable[[nn.Module], nn.Module]) -> None:
    net = Net()
    net.head.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.head.parameters())
    net.head = wrap(net.head)
    net.head.requires_grad_(True)
    train(net, optimizer)


def fsdp1_frozen_until_the_wrap() -> None:
    frozen_until_the_wrap(lambda module: FSDP(module, device_id=CPU))


def fsdp2_frozen_until_the_wrap() -> None:
    frozen_until_the_wrap(sharded)


def fsdp2_of_what_steps_in_the_backward_pass() -> None:
    net = Net()
    _apply_optimizer_in_backward(torch.optim.SGD, net.parameters(), {"lr": 0.1})
    sharded(net)


def only_the_first_layer_is_cut_along_the_groups(wrap: Callable[[nn.Module], nn.Module]) -> None:
    net = Net()
    net.layers[0].attention = wrap(net.layers[0].attention)
    net.layers[0].mlp = wrap(net.layers[0].mlp)
    model = wrap(net)
    torch.optim.SGD(by_name(model), lr=0.1)


def fairscale_partly_cut() -> None:
    only_the_first_layer_is_cut_along_the_groups(lambda module: FairscaleFSDP(module, compute_device=CPU))


def fsdp1_partly_cut() -> None:
    only_the_first_layer_is_cut_along_the_groups(lambda module: FSDP(module, device_id=CPU))


def split_by_shape_and_name() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    groups = []
    for part in (lambda name: "head" in name, lambda name: "head" not in name):
        named = [(n, p) for n, p in model.named_parameters() if part(n)]
        lr = 0.1 if part("head") else 0.01
        groups.append({"params": [p for n, p in named if p.ndim > 1], "weight_decay": 0.1, "lr": lr})
        groups.append({"params": [p for n, p in named if p.ndim <= 1], "weight_decay": 0.0, "lr": lr})
    torch.optim.AdamW(groups)


def pieces_of_a_flat_tensor() -> None:
    net = Net()
    FSDP(net, device_id=CPU)
    torch.optim.SGD([net.head.weight], lr=0.1, differentiable=True)


def another_rate_than_stated() -> None:
    guard.expect({"*.attention.*": {"lr": 0.2}})
    model = DDP(Net())
    torch.optim.SGD(by_name(model), lr=0.1)


def another_rate_than_stated_for_part_of_a_flat_tensor() -> None:
    guard.expect({"head.*": {"lr": 0.1}, "*.mlp.*": {"lr": 0.01}})
    model = FSDP(Net(), device_id=CPU)
    torch.optim.SGD([{"params": model.parameters(), "lr": 0.1}])


def stated_after_the_optimizer_was_built() -> None:
    model = DDP(Net())
    optimizer = torch.optim.SGD(by_name(model), lr=0.1)
    guard.expect({"*.attention.*": {"lr": 0.2}})
    train(model, optimizer)


def stated_and_given_to_no_optimizer() -> None:
    guard.expect({"head.*": {"lr": 0.1}})
    model = DDP(Net())
    train(model, torch.optim.SGD([p for n, p in model.named_parameters() if "head" not in n], lr=0.1))


def stated_for_no_name() -> None:
    guard.expect({"*.atention.*": {"lr": 0.1}})
    model = DDP(Net())
    train(model, torch.optim.SGD(by_name(model), lr=0.1))


def stated_while_the_optimizer_holds_nothing() -> None:
    guard.expect({"*": {"lr": 0.1}})
    model = FSDP(Net(), device_id=CPU)
    train(model, torch.optim.SGD([{"params": list(model.module.head.parameters())}], lr=0.1))


FLOWS: dict[Callable[[], None], str] = {
    fairscale_flattened: "FSDP001",
    fsdp1_flattened: "FSDP001",
    added_before_the_first_step: "FSDP001",
    fairscale_split_by_shape: "FSDP002",
    fsdp1_split_by_shape: "FSDP002",
    fairscale_optimizer_first: "FSDP004",
    fsdp1_optimizer_first: "FSDP004",
    fsdp2_optimizer_first: "FSDP004",
    fsdp1_selected_before_the_wrap: "FSDP004",
    fsdp2_selected_before_the_wrap: "FSDP004",
    fsdp1_after_the_first_step: "FSDP004",
    fsdp2_after_some_training: "FSDP004",
    fsdp2_with_an_empty_step_after_the_wrap: "FSDP004",
    fsdp1_with_gradients_left_over: "FSDP004",
    fsdp2_with_gradients_left_over: "FSDP004",
    fsdp1_frozen_until_the_wrap: "FSDP004",
    fsdp2_frozen_until_the_wrap: "FSDP004",
    fsdp2_of_what_steps_in_the_backward_pass: "FSDP004",
    fairscale_partly_cut: "FSDP001",
    fsdp1_partly_cut: "FSDP001",
    split_by_shape_and_name: "FSDP002",
    pieces_of_a_flat_tensor: "FSDP004",
    another_rate_than_stated: "EXPECT",
    another_rate_than_stated_for_part_of_a_flat_tensor: "EXPECT",
    stated_after_the_optimizer_was_built: "EXPECT",
    stated_and_given_to_no_optimizer: "EXPECT",
    stated_for_no_name: "EXPECT",
    stated_while_the_optimizer_holds_nothing: "EXPECT",
}

begin()
for flow, code in FLOWS.items():
    try:
        flow()
    except guard.ParameterGroupError as error:
        codes = ", ".join(finding.code for finding in error.audit.findings)
        print(f"{flow.__name__}: {codes}, expected {code}\n", end="", flush=True)
    else:
        print(f"{flow.__name__}: not stopped, expected {code}\n", end="", flush=True)
    guard.uninstall()
    guard.install()
dist.barrier()
dist.destroy_process_group()
