"""What parameter groups do to real training: twenty AdamW steps, compared with DDP's after every one of them.

The groups are attention's, the MLPs' and the rest's, each with a learning rate of its own. Every rank has its own batch
in every step, the same one under every wrapper, so that the gradients are averaged for real.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import torch
import torch.distributed as dist
from torch import nn

from .models import SUBLAYERS, WIDTH, Transformer, names
from .ranks import Ranks
from .wrappers import (
    DDP,
    FAIRSCALE,
    FAIRSCALE_UNFLATTENED,
    FSDP1,
    FSDP1_ORIGINAL,
    FSDP2,
    able_to_train,
    gather,
    whole,
    wrap,
    wrap_units,
)

STEPS = 20
ATTENTION_RATE, MLP_RATE, LAST_RATE = 1e-2, 2e-3, 5e-4

# A shard's arithmetic may be vectorized elsewhere than the whole tensor's. Measured: 0.
ROUNDING = 1e-6
# AdamW's first step moves a parameter by its learning rate: this is half of what two rates set apart in that step.
CLEARLY = (ATTENTION_RATE - LAST_RATE) / 2


@dataclass(frozen=True)
class Training:
    """How a model is wrapped, and with which optimizer, built when, it is trained."""

    row: str
    grouped: bool = True
    optimizer_first: bool = False
    units: tuple[str, ...] = ()


GROUPED = Training(DDP)
ALL_AT_THE_LAST_RATE = Training(DDP, grouped=False)


def optimizer_for(model: nn.Module, grouped: bool) -> torch.optim.Optimizer:
    if not grouped:
        return torch.optim.AdamW(model.parameters(), lr=LAST_RATE)
    named = list(model.named_parameters())
    return torch.optim.AdamW(
        [
            {"params": [p for n, p in named if "attn" in n], "lr": ATTENTION_RATE},
            {"params": [p for n, p in named if "mlp" in n], "lr": MLP_RATE},
            {"params": [p for n, p in named if "attn" not in n and "mlp" not in n], "lr": LAST_RATE},
        ]
    )


def full_parameters(wrapped: Any) -> torch.Tensor:
    """All original parameters, whole, one after the other."""
    with gather(wrapped):
        named = {name.removeprefix("module."): parameter for name, parameter in wrapped.named_parameters()}
        assert list(named) == names(Transformer())
        return torch.cat([whole(parameter).detach().flatten() for parameter in named.values()])


def train_one_step(wrapped: Any, optimizer: torch.optim.Optimizer, step: int) -> None:
    batch = torch.randn(4, WIDTH, generator=torch.Generator().manual_seed(2 * step + dist.get_rank()))
    optimizer.zero_grad()
    wrapped(batch).pow(2).mean().backward()
    optimizer.step()


def trajectory(training: Training) -> torch.Tensor:
    """The full parameters at the start and after every step."""
    torch.manual_seed(0)
    with able_to_train(training.row):
        model = Transformer()
        wrap_units(training.row, model, training.units)
        if training.optimizer_first:
            optimizer = optimizer_for(model, training.grouped)
            wrapped = wrap(training.row, model)
        else:
            wrapped = wrap(training.row, model)
            optimizer = optimizer_for(wrapped, training.grouped)
        seen = [full_parameters(wrapped)]
        for step in range(STEPS):
            train_one_step(wrapped, optimizer, step)
            seen.append(full_parameters(wrapped))
    return torch.stack(seen)


def distances(one: Training, other: Training) -> list[float]:
    """The largest difference between any two parameters, after each step."""
    differences = (trajectory(one) - trajectory(other))[1:]
    return [float(difference.abs().max()) for difference in differences]


def distances_from_the_start(training: Training) -> list[float]:
    seen = trajectory(training)
    return [float((parameters - seen[0]).abs().max()) for parameters in seen[1:]]


def train_the_same(ranks: Ranks, one: Training, other: Training) -> bool:
    return all(len(found) == STEPS and max(found) <= ROUNDING for found in ranks.run(distances, one, other))


def train_differently_from_the_first_step(ranks: Ranks, one: Training, other: Training) -> bool:
    return all(len(found) == STEPS and min(found) > CLEARLY for found in ranks.run(distances, one, other))


UNFLATTENED = [FAIRSCALE_UNFLATTENED, FSDP1_ORIGINAL, FSDP2]
FLATTENED = [FAIRSCALE, FSDP1]
KEEPING_THE_OBJECTS = [FAIRSCALE_UNFLATTENED, FSDP1_ORIGINAL]
REPLACING_THE_OBJECTS = [FAIRSCALE, FSDP1, FSDP2]


def test_ddp_trains_groups_differently_from_one_learning_rate(ranks: Ranks) -> None:
    assert train_differently_from_the_first_step(ranks, GROUPED, ALL_AT_THE_LAST_RATE)


@pytest.mark.parametrize("row", UNFLATTENED)
def test_unflattened_sharding_trains_the_groups_as_ddp_does(ranks: Ranks, row: str) -> None:
    assert train_the_same(ranks, Training(row), GROUPED)


@pytest.mark.parametrize("row", FLATTENED)
def test_flattening_trains_everything_at_the_last_groups_learning_rate(ranks: Ranks, row: str) -> None:
    assert train_the_same(ranks, Training(row), ALL_AT_THE_LAST_RATE)
    assert train_differently_from_the_first_step(ranks, Training(row), GROUPED)


@pytest.mark.parametrize("row", FLATTENED)
def test_flattened_units_along_the_groups_train_them_as_ddp_does(ranks: Ranks, row: str) -> None:
    assert train_the_same(ranks, Training(row, units=SUBLAYERS), GROUPED)


@pytest.mark.parametrize("row", REPLACING_THE_OBJECTS)
def test_an_optimizer_built_before_a_wrap_that_replaces_objects_trains_nothing(ranks: Ranks, row: str) -> None:
    stale = Training(row, optimizer_first=True)
    assert ranks.run(distances_from_the_start, stale) == [[0.0] * STEPS, [0.0] * STEPS]


@pytest.mark.parametrize("row", KEEPING_THE_OBJECTS)
def test_an_optimizer_built_before_a_wrap_that_keeps_objects_trains_the_groups_as_ddp_does(
    ranks: Ranks, row: str
) -> None:
    assert train_the_same(ranks, Training(row, optimizer_first=True), GROUPED)
