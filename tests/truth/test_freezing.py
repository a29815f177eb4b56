"""Freezing the attention by name and by module, before and after the wrap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from torch import nn

from .models import Transformer, backward
from .ranks import Ranks, ScenarioError
from .rows import ROWS
from .wrappers import FAIRSCALE, FSDP1, able_to_train, wrap

FLATTENED = [row for row, facts in ROWS.items() if facts["names"] == "lost"]
UNFLATTENED = [row for row in ROWS if row not in FLATTENED]


def by_name(model: nn.Module) -> int:
    attention = [parameter for name, parameter in model.named_parameters() if "attn" in name]
    for parameter in attention:
        parameter.requires_grad = False
    return len(attention)


def by_module(model: Any) -> int:
    layers = model.module.layers if isinstance(model, nn.parallel.DistributedDataParallel) else model.layers
    for layer in layers:
        layer.attn.requires_grad_(False)
    return sum(len(list(layer.attn.parameters())) for layer in layers)


Freeze = Callable[[Any], int]


def freeze_before(row: str, freeze: Freeze) -> dict[str, int]:
    model = Transformer()
    frozen = freeze(model)
    return {"frozen": frozen, "with a gradient": _attention_with_gradient(row, wrap(row, model))}


def freeze_after(row: str, freeze: Freeze) -> dict[str, int]:
    wrapped = wrap(row, Transformer())
    frozen = freeze(wrapped)
    return {"frozen": frozen, "with a gradient": _attention_with_gradient(row, wrapped)}


def _attention_with_gradient(row: str, wrapped: nn.Module) -> int:
    with able_to_train(row):
        backward(wrapped)
    return sum(parameter.grad is not None for name, parameter in wrapped.named_parameters() if "attn" in name)


@pytest.mark.parametrize("freeze", [by_name, by_module])
@pytest.mark.parametrize("when", [freeze_before, freeze_after])
@pytest.mark.parametrize("row", UNFLATTENED)
def test_freezing_works_where_nothing_is_flattened(
    ranks: Ranks, row: str, when: Callable[[str, Freeze], dict[str, int]], freeze: Freeze
) -> None:
    frozen = {"frozen": 8, "with a gradient": 0}
    assert ranks.run(when, row, freeze) == [frozen, frozen]


@pytest.mark.parametrize("freeze", [by_name, by_module])
@pytest.mark.parametrize("row", FLATTENED)
def test_freezing_after_flattening_freezes_nothing(ranks: Ranks, row: str, freeze: Freeze) -> None:
    assert [rank["frozen"] for rank in ranks.run(freeze_after, row, freeze)] == [0, 0]


@pytest.mark.parametrize("row", FLATTENED)
def test_freezing_a_part_before_flattening_is_refused(ranks: Ranks, row: str) -> None:
    message = "all parameters to have same requires_grad" if row == FAIRSCALE else "uniform `requires_grad`"
    with pytest.raises(ScenarioError, match=message):
        ranks.run(freeze_before, row, by_name)


def frozen_units(row: str) -> list[bool]:
    model: Any = Transformer()
    by_module(model)
    for layer in model.layers:
        layer.attn = wrap(row, layer.attn)
    return [parameter.requires_grad for parameter in wrap(row, model).parameters()]


@pytest.mark.parametrize("row", [FAIRSCALE, FSDP1])
def test_a_frozen_unit_stays_frozen(ranks: Ranks, row: str) -> None:
    root_then_units = [True, False, False]
    assert ranks.run(frozen_units, row) == [root_then_units, root_then_units]


def freeze_everything(row: str) -> list[bool]:
    wrapped = wrap(row, Transformer())
    wrapped.requires_grad_(False)
    return [parameter.requires_grad for parameter in wrapped.parameters()]


@pytest.mark.parametrize("row", [FAIRSCALE, FSDP1])
def test_the_whole_of_a_flattened_model_can_be_frozen(ranks: Ranks, row: str) -> None:
    assert ranks.run(freeze_everything, row) == [[False], [False]]


def freeze_one_weight(row: str) -> None:
    wrap(row, Transformer()).head.weight.requires_grad_(False)


@pytest.mark.parametrize("row", [FAIRSCALE, FSDP1])
def test_freezing_one_flattened_weight_is_refused(ranks: Ranks, row: str) -> None:
    with pytest.raises(ScenarioError, match="can only change requires_grad flags of leaf variables"):
        ranks.run(freeze_one_weight, row)


def second_backward(find_unused_parameters: bool) -> None:
    wrapped = nn.parallel.DistributedDataParallel(Transformer(), find_unused_parameters=find_unused_parameters)
    by_name(wrapped)
    backward(wrapped)
    backward(wrapped)


def test_ddp_refuses_the_second_forward_after_a_late_freeze(ranks: Ranks) -> None:
    with pytest.raises(ScenarioError, match="Expected to have finished reduction in the prior iteration"):
        ranks.run(second_backward, False)


def test_ddp_that_looks_for_unused_parameters_takes_a_late_freeze(ranks: Ranks) -> None:
    assert ranks.run(second_backward, True) == [None, None]
