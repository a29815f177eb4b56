"""Accelerate: what `prepare` does to an optimizer, with each of its backends."""

from __future__ import annotations

from typing import Any

import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin
from accelerate.utils import DistributedType
from accelerate_on_cpu import fresh_accelerate
from flows import assert_trained, run
from net import Net, by_name
from torch import nn

import guard  # noqa: F401


def accelerator(plugin: FullyShardedDataParallelPlugin | None = None, **settings: Any) -> Accelerator:
    with fresh_accelerate():
        made = Accelerator(cpu=True, fsdp_plugin=plugin, **settings)
    assert made.distributed_type == (DistributedType.MULTI_CPU if plugin is None else DistributedType.FSDP)
    return made


def fsdp1(use_orig_params: bool) -> FullyShardedDataParallelPlugin:
    return FullyShardedDataParallelPlugin(fsdp_version=1, use_orig_params=use_orig_params)


def train(runner: Accelerator, model: nn.Module, optimizer: Any, scheduler: Any = None) -> None:
    for _ in range(2):
        with runner.accumulate(model):
            runner.backward(model(torch.randn(4, 6)).square().mean())
            optimizer.step()
            if scheduler is not None:
                scheduler.step()
            optimizer.zero_grad()


def prepared_together(runner: Accelerator) -> None:
    net = Net()
    model, optimizer = runner.prepare(net, torch.optim.AdamW(by_name(net)))
    train(runner, model, optimizer)
    assert_trained(optimizer)


def fsdp1_flattened_prepared_together() -> None:
    prepared_together(accelerator(fsdp1(use_orig_params=False)))


def fsdp1_prepared_together() -> None:
    prepared_together(accelerator(fsdp1(use_orig_params=True)))


def fsdp1_flattened_model_first() -> None:
    model = accelerator(fsdp1(use_orig_params=False)).prepare(Net())
    torch.optim.AdamW(by_name(model))


def fsdp1_model_first() -> None:
    runner = accelerator(fsdp1(use_orig_params=True))
    model = runner.prepare(Net())
    optimizer = runner.prepare(torch.optim.AdamW(by_name(model)))
    train(runner, model, optimizer)
    assert_trained(optimizer)


def fsdp1_flattened_model_first_one_group() -> None:
    runner = accelerator(fsdp1(use_orig_params=False))
    model = runner.prepare(Net())
    optimizer = runner.prepare(torch.optim.AdamW(model.parameters()))
    train(runner, model, optimizer)
    assert_trained(optimizer)


def fsdp2_prepared_together() -> None:
    prepared_together(accelerator(FullyShardedDataParallelPlugin(fsdp_version=2)))


def ddp_prepared_together() -> None:
    prepared_together(accelerator())


def ddp_accumulating_with_a_scheduler() -> None:
    runner = accelerator(gradient_accumulation_steps=2)
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    model, optimizer, scheduler = runner.prepare(net, optimizer, scheduler)
    train(runner, model, optimizer, scheduler)
    assert_trained(optimizer)


run(
    fsdp1_flattened_prepared_together,
    fsdp1_prepared_together,
    fsdp1_flattened_model_first,
    fsdp1_model_first,
    fsdp1_flattened_model_first_one_group,
    fsdp2_prepared_together,
    ddp_prepared_together,
    ddp_accumulating_with_a_scheduler,
)
