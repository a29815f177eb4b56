"""An optimizer that is built between the wraps of the units and the wrap of the root."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from .models import Transformer, backward
from .ranks import Ranks
from .wrappers import (
    FAIRSCALE,
    FAIRSCALE_UNFLATTENED,
    FSDP1,
    FSDP1_ORIGINAL,
    FSDP2,
    able_to_train,
    changed,
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
