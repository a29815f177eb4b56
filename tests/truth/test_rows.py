"""The table of wrappers, measured row by row."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import nn

from .models import Transformer, backward, names
from .ranks import Ranks
from .rows import PREFIXES, ROWS
from .wrappers import able_to_train, changed, values, whole, wrap


def _kept(same: bool) -> str:
    return "kept" if same else "lost"


def _names_are(module: Any, original: list[str]) -> str:
    if not isinstance(module, nn.Module):
        return "none"
    found = names(module)
    if found == original:
        return "kept"
    ends_alike = len(found) == len(original) and all(map(str.endswith, found, original))
    return "prefixed" if ends_alike else "lost"


def measure_names_and_objects(row: str) -> dict[str, str]:
    model = Transformer()
    original = dict(model.named_parameters())
    shapes = [parameter.shape for parameter in original.values()]
    head = list(model.head.parameters())
    for name, parameter in original.items():
        parameter.original_name = name  # type: ignore[attr-defined]
    wrapped = wrap(row, model)
    now = list(wrapped.parameters())
    return {
        "names": _names_are(wrapped, list(original)),
        "raw": _names_are(model, list(original)),
        "module": _names_are(getattr(wrapped, "module", None), list(original)),
        "shapes": _kept([parameter.shape for parameter in now] == shapes),
        "modules": _kept(len(list(model.head.parameters())) == len(head)),
        "objects": _kept({id(parameter) for parameter in now} == {id(parameter) for parameter in original.values()}),
        "tags": _kept(all(hasattr(parameter, "original_name") for parameter in now)),
    }


def measure_gradient_norm(row: str) -> dict[str, str]:
    model = Transformer()
    unwrapped = copy.deepcopy(model)
    backward(unwrapped)
    true_norm = torch.nn.utils.clip_grad_norm_(unwrapped.parameters(), 1e9)
    with able_to_train(row):
        wrapped = wrap(row, model)
        backward(wrapped)
        norm = whole(torch.nn.utils.clip_grad_norm_(wrapped.parameters(), 1e9))
    return {"gradient_norm": "global" if torch.allclose(norm, true_norm) else "local"}


def measure_early_optimizer(row: str) -> dict[str, str]:
    with able_to_train(row):
        model = Transformer()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        wrapped = wrap(row, model)
        before = values(wrapped)
        backward(wrapped)
        optimizer.step()
        trained = changed(before, values(wrapped))
    # A rank holds nothing of a parameter whose shard lies on the other one: only what it holds can change.
    holding = [name for name, value in before.items() if value.numel()]
    if not trained:
        return {"early": "nothing"}
    return {"early": "trains" if trained == holding else f"trains {trained}"}


MEASUREMENTS = (measure_names_and_objects, measure_gradient_norm, measure_early_optimizer)


@pytest.mark.parametrize("row", ROWS)
def test_the_row_says_what_the_library_does(ranks: Ranks, row: str) -> None:
    measured: list[dict[str, str]] = [{}, {}]
    for measurement in MEASUREMENTS:
        for rank, facts in enumerate(ranks.run(measurement, row)):
            measured[rank].update(facts)
    assert measured == [ROWS[row], ROWS[row]]


def names_of(row: str) -> list[str]:
    return names(wrap(row, Transformer()))


@pytest.mark.parametrize("row", PREFIXES)
def test_the_prefix_stands_before_every_name(ranks: Ranks, row: str) -> None:
    expected = [PREFIXES[row] + name for name in names(Transformer())]
    assert ranks.run(names_of, row) == [expected, expected]


def test_every_prefixed_row_has_its_prefix_written_down() -> None:
    assert set(PREFIXES) == {row for row, facts in ROWS.items() if facts["names"] == "prefixed"}


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("fairscale flatten_parameters=True", "_fsdp_wrapped_module.flat_param_0"),
        ("FSDP1 use_orig_params=False FULL_SHARD", "_fsdp_wrapped_module._flat_param"),
        ("FSDP1 use_orig_params=False NO_SHARD", "_fsdp_wrapped_module._flat_param"),
    ],
)
def test_a_flattened_model_has_one_parameter(ranks: Ranks, row: str, name: str) -> None:
    assert ranks.run(names_of, row) == [[name], [name]]


def names_around(row: str) -> dict[str, list[str]]:
    model = Transformer()
    wrapped = wrap(row, model)
    holder = nn.ModuleDict({"model": wrapped})
    return {"raw": names(model), "module": names(wrapped.module)[:1], "holder": names(holder)[:1]}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            "fairscale flatten_parameters=True",
            {"raw": [], "module": ["flat_param_0"], "holder": ["model._fsdp_wrapped_module.flat_param_0"]},
        ),
        (
            "fairscale flatten_parameters=False",
            {
                "raw": names(Transformer()),
                "module": ["_fpw_module.layers.0.attn.query.weight"],
                "holder": ["model._fsdp_wrapped_module._fpw_module.layers.0.attn.query.weight"],
            },
        ),
        (
            "FSDP1 use_orig_params=False FULL_SHARD",
            {"raw": ["_flat_param"], "module": ["_flat_param"], "holder": ["model._fsdp_wrapped_module._flat_param"]},
        ),
        (
            "FSDP1 use_orig_params=True FULL_SHARD",
            {
                "raw": names(Transformer()),
                "module": ["layers.0.attn.query.weight"],
                "holder": ["model._fsdp_wrapped_module.layers.0.attn.query.weight"],
            },
        ),
    ],
)
def test_the_names_around_the_wrapper(ranks: Ranks, row: str, expected: dict[str, list[str]]) -> None:
    assert ranks.run(names_around, row) == [expected, expected]
