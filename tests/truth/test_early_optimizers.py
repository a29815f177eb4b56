"""Optimizers built at the wrong moment: between the units' wraps and the root's, or while parameters are gathered."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from .models import WIDTH, Transformer, backward
from .ranks import Ranks
from .rows import ROWS
from .wrappers import (
    FAIRSCALE,
    FAIRSCALE_UNFLATTENED,
    FSDP1,
    FSDP1_ORIGINAL,
    FSDP2,
    able_to_train,
    changed,
    gather,
    values,
    wrap,
)

ROWS_OF_UNITS = [FAIRSCALE, FAIRSCALE_UNFLATTENED, FSDP1, FSDP1_ORIGINAL, FSDP2]
REPLACING = {
    FAIRSCALE: ["_fsdp_wrapped_module.flat_param_0"],
    FSDP1: ["_fsdp_wrapped_module._flat_param"],
    FSDP2: ["head.weight", "head.bias"],
}


def untrained(row: str, head_is_a_unit: bool) -> list[str]:
    """What two steps leave as it was, of what this rank holds, with the blocks as units before the optimizer."""
    with able_to_train(row):
        model: Any = Transformer()
        for index, block in enumerate(model.layers):
            model.layers[index] = wrap(row, block)
        if head_is_a_unit:
            model.head = wrap(row, model.head)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        wrapped = wrap(row, model)
        before = values(wrapped)
        for _ in range(2):
            backward(wrapped)
            optimizer.step()
        trained = changed(before, values(wrapped))
    return [name for name, value in before.items() if value.numel() and name not in trained]


@pytest.mark.parametrize("row", ROWS_OF_UNITS)
def test_what_only_the_root_wraps_does_not_train_where_objects_are_replaced(ranks: Ranks, row: str) -> None:
    expected = REPLACING.get(row, [])
    assert ranks.run(untrained, row, False) == [expected, expected]


@pytest.mark.parametrize("row", ROWS_OF_UNITS)
def test_everything_trains_when_the_units_cover_everything(ranks: Ranks, row: str) -> None:
    assert ranks.run(untrained, row, True) == [[], []]


def trained_by_optimizer_built_while_gathered(row: str) -> dict[str, int]:
    with able_to_train(row):
        wrapped = wrap(row, Transformer())
        with gather(wrapped):
            gathered = list(wrapped.parameters())
            optimizer = torch.optim.SGD(gathered, lr=0.1)
        before = values(wrapped)
        backward(wrapped)
        optimizer.step()
        trained = changed(before, values(wrapped))
    held = sum(value.numel() > 0 for value in before.values())
    return {"gathered": len(gathered), "untrained": held - len(trained)}


@pytest.mark.parametrize(
    ("row", "untrained_tensors"), [(FAIRSCALE, 1), (FSDP1, 1), (FAIRSCALE_UNFLATTENED, 0), (FSDP1_ORIGINAL, 0)]
)
def test_parameters_gathered_from_a_flat_one_are_temporary(ranks: Ranks, row: str, untrained_tensors: int) -> None:
    expected = {"gathered": 22, "untrained": untrained_tensors}
    assert ranks.run(trained_by_optimizer_built_while_gathered, row) == [expected, expected]


def trained_by_optimizer_built_after_evaluation() -> int:
    wrapped = wrap(FSDP2, Transformer())
    with torch.no_grad():
        wrapped(torch.zeros(1, WIDTH))
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.1)
    before = values(wrapped)
    backward(wrapped)
    optimizer.step()
    return len(changed(before, values(wrapped)))


def test_fsdp2_hands_out_temporary_parameters_after_an_evaluation(ranks: Ranks) -> None:
    assert ranks.run(trained_by_optimizer_built_after_evaluation) == [0, 0]


def objects_kept_by_training(row: str) -> bool:
    with able_to_train(row):
        wrapped = wrap(row, Transformer())
        parameters = list(wrapped.parameters())
        optimizer = torch.optim.SGD(parameters, lr=0.1)
        for _ in range(2):
            backward(wrapped)
            optimizer.step()
    return all(before is after for before, after in zip(parameters, wrapped.parameters()))


@pytest.mark.parametrize("row", ROWS)
def test_training_itself_replaces_no_parameter(ranks: Ranks, row: str) -> None:
    assert ranks.run(objects_kept_by_training, row) == [True, True]
