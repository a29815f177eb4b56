"""DeepSpeed: ZeRO puts its own flat partitions into an optimizer's groups, and takes groups away during a step."""

from __future__ import annotations

from typing import Any
from unittest import mock

import deepspeed
import torch
from flows import run
from net import Net, begin, by_name

import guard  # noqa: F401


def train(stage: int, net: torch.nn.Module, optimizer: Any, **settings: Any) -> None:
    """What an engine makes of an optimizer; an optimizer given as a dict is made by the engine."""
    given = {"config": configuration(stage, **settings)}
    if isinstance(optimizer, dict):
        given["config"]["optimizer"] = optimizer
        given["model_parameters"] = by_name(net)
    else:
        given["optimizer"] = optimizer
    engine, *_ = deepspeed.initialize(model=net, **given)
    x = torch.randn(4, 6, dtype=torch.bfloat16 if settings else torch.float32)
    losses = []
    for _ in range(3):
        loss = engine(x).square().mean()
        engine.backward(loss)
        engine.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0], losses


def configuration(stage: int, **settings: Any) -> dict[str, Any]:
    zero = {"stage": stage, "stage3_param_persistence_threshold": 0}
    return {"train_micro_batch_size_per_gpu": 4, "zero_optimization": zero, **settings}


def client_optimizer(stage: int, **settings: Any) -> None:
    net = Net()
    train(stage, net, torch.optim.AdamW(by_name(net)), **settings)


def zero_0() -> None:
    client_optimizer(0)


def zero_1() -> None:
    client_optimizer(1)


def zero_2() -> None:
    client_optimizer(2)


def zero_3() -> None:
    client_optimizer(3)


def zero_0_in_bfloat16() -> None:
    client_optimizer(0, bf16={"enabled": True})


def zero_2_in_bfloat16() -> None:
    client_optimizer(2, bf16={"enabled": True})


def zero_2_with_the_engines_optimizer() -> None:
    train(2, Net(), {"type": "AdamW", "params": {"lr": 0.1, "torch_adam": True}})


def zero_3_partitioned_while_built() -> None:
    with deepspeed.zero.Init(config_dict_or_path=configuration(3)):
        net = Net()
    train(3, net, torch.optim.AdamW(by_name(net)))


begin()
# The all-reduce through shared memory would be compiled first, which takes a minute; gloo's does the same.
with mock.patch.dict(deepspeed.ops.__compatible_ops__, {"deepspeed_shm_comm": False}):
    deepspeed.init_distributed("gloo")
run(
    zero_0,
    zero_1,
    zero_2,
    zero_3,
    zero_0_in_bfloat16,
    zero_2_in_bfloat16,
    zero_2_with_the_engines_optimizer,
    zero_3_partitioned_while_built,
)
