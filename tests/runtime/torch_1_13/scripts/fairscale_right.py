"""Every flow here is right: the guard says nothing."""

from __future__ import annotations

import copy
import pickle
import warnings

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from fairscale.optim import OSS
from net import CPU, Net, begin, by_name
from torch.nn.parallel import DistributedDataParallel as DDP
from training import train

import guard


def unflattened() -> FSDP:
    return FSDP(Net(), compute_device=CPU, flatten_parameters=False)


def names_kept() -> None:
    model = unflattened()
    train(model, torch.optim.AdamW(by_name(model)))


def optimizer_first_where_objects_stay() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    train(FSDP(net, compute_device=CPU, flatten_parameters=False), optimizer)


def units_along_the_groups() -> None:
    net = Net()
    for layer in net.layers:
        layer.attention = FSDP(layer.attention, compute_device=CPU)
    model = FSDP(net, compute_device=CPU)
    train(model, torch.optim.SGD(by_name(model), lr=0.1))


def one_group_for_everything() -> None:
    model = FSDP(Net(), compute_device=CPU)
    train(model, torch.optim.SGD(model.parameters(), lr=0.1))


def rebuilt_after_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net, compute_device=CPU)
    optimizer = torch.optim.AdamW(model.parameters())
    train(model, optimizer)


def scheduled() -> None:
    model = unflattened()
    optimizer = torch.optim.AdamW(by_name(model))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    train(model, optimizer)
    scheduler.step()
    train(model, optimizer)


def pickled_before_and_after_the_first_step() -> None:
    model = DDP(Net())
    optimizer = torch.optim.AdamW(by_name(model))
    optimizer.load_state_dict(pickle.loads(pickle.dumps(optimizer)).state_dict())
    train(model, optimizer)
    optimizer.load_state_dict(pickle.loads(pickle.dumps(optimizer)).state_dict())
    train(model, optimizer)


def copied_together_with_the_model() -> None:
    net = Net()
    net, optimizer = copy.deepcopy((net, torch.optim.AdamW(by_name(net))))
    train(DDP(net), optimizer)
    net, optimizer = copy.deepcopy((net, optimizer))
    train(DDP(net), optimizer)


def stated_rates_that_hold() -> None:
    guard.expect({"*": {"lr": 0.01}, "*.attention.*": {"lr": 0.1}})
    model = unflattened()
    train(model, torch.optim.AdamW(by_name(model)))


def optimizer_sharded_over_ranks() -> None:
    model = DDP(Net())
    train(model, OSS(params=by_name(model), optim=torch.optim.SGD, lr=0.1))


def nothing_is_left_after_the_first_step() -> None:
    guard.uninstall()
    torch.optim.SGD(Net().parameters(), lr=0.1)  # torch 1.13 puts its profiler around a class's step at the first one
    step = torch.optim.SGD.step
    guard.install()
    models = unflattened(), DDP(Net())
    optimizers = [torch.optim.SGD(model.parameters(), lr=0.1) for model in models]
    for model, optimizer in zip(models, optimizers):
        train(model, optimizer)
    assert torch.optim.SGD.step is step
    assert not any("step" in vars(optimizer) for optimizer in optimizers)


def refilled_by_hand_after_an_empty_step() -> None:
    torch.optim.AdamW(Net().parameters()).step()
    step = torch.optim.AdamW.step
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    torch.optim.lr_scheduler.StepLR(optimizer, 1)
    model = FSDP(net, compute_device=CPU)
    optimizer.step()
    optimizer.param_groups[0]["params"] = list(model.parameters())
    train(model, optimizer)
    assert torch.optim.AdamW.step is step


def gradients_of_originals_that_are_trained_beside_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    net(torch.randn(4, 6)).square().mean().backward()
    held = list(net.parameters())
    FSDP(net, compute_device=CPU)
    optimizer.zero_grad(set_to_none=True)
    sum(p.sum() for p in held).backward()
    optimizer.step()


FLOWS = (
    names_kept,
    optimizer_first_where_objects_stay,
    units_along_the_groups,
    one_group_for_everything,
    rebuilt_after_the_wrap,
    scheduled,
    pickled_before_and_after_the_first_step,
    copied_together_with_the_model,
    stated_rates_that_hold,
    optimizer_sharded_over_ranks,
    nothing_is_left_after_the_first_step,
    refilled_by_hand_after_an_empty_step,
    gradients_of_originals_that_are_trained_beside_the_wrap,
)

begin()
warnings.filterwarnings("error", message="FSDP0")
for flow in FLOWS:
    guard.uninstall()
    guard.install()
    try:
        flow()
    except Exception as error:
        print(f"{flow.__name__}: {type(error).__name__}: {error}", flush=True)
    else:
        print(f"{flow.__name__}: silent", flush=True)
dist.barrier()
dist.destroy_process_group()
