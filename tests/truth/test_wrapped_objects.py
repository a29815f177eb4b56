"""What a wrapped model is: its type, its attributes, its copies, and what is left out of a wrap."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from torch import nn
from torch.distributed.fsdp import FSDPModule, FullyShardedDataParallel, fully_shard

from .models import Block, Transformer, names
from .ranks import Ranks, ScenarioError
from .rows import ROWS
from .wrappers import COMPILE, DDP, FAIRSCALE, FAIRSCALE_UNFLATTENED, FSDP1, FSDP1_ORIGINAL, FSDP2, fsdp1, wrap


def reached(row: str) -> dict[str, bool]:
    wrapped = wrap(row, Transformer())
    return {name: hasattr(wrapped, name) for name in ("configure_optimizers", "head", "layers")}


@pytest.mark.parametrize("row", ROWS)
def test_only_ddp_hides_the_models_methods_and_modules(ranks: Ranks, row: str) -> None:
    expected = dict.fromkeys(["configure_optimizers", "head", "layers"], row != DDP)
    assert ranks.run(reached, row) == [expected, expected]


def layer_norm_parameters(row: str) -> int:
    norms = [module for module in wrap(row, Transformer()).modules() if isinstance(module, nn.LayerNorm)]
    assert len(norms) == 2
    return sum(len(list(norm.parameters())) for norm in norms)


@pytest.mark.parametrize("row", ROWS)
def test_a_walk_over_modules_finds_parameters_where_modules_keep_them(ranks: Ranks, row: str) -> None:
    expected = 4 if ROWS[row]["modules"] == "kept" else 0
    assert ranks.run(layer_norm_parameters, row) == [expected, expected]


def types_after_fully_shard() -> dict[str, Any]:
    model = Transformer()
    returned: Any = fully_shard(model)
    return {
        "same object": returned is model,
        "name": type(model).__name__,
        "FSDPModule": isinstance(model, FSDPModule),
        "Transformer": isinstance(model, Transformer),
        "FullyShardedDataParallel": isinstance(model, FullyShardedDataParallel),
        "a block is an FSDPModule": isinstance(model.layers[0], FSDPModule),
    }


def test_fully_shard_changes_the_type_of_the_module_itself(ranks: Ranks) -> None:
    expected = {
        "same object": True,
        "name": "FSDPTransformer",
        "FSDPModule": True,
        "Transformer": True,
        "FullyShardedDataParallel": False,
        "a block is an FSDPModule": False,
    }
    assert ranks.run(types_after_fully_shard) == [expected, expected]


def kept_of_the_head(model: nn.Module, head: list[nn.Parameter], wrapped: nn.Module) -> dict[str, Any]:
    return {
        "names": [name for name in names(wrapped) if "head" in name],
        "same objects": [a is b for a, b in zip(head, model.get_submodule("head").parameters())],
        "shapes": [tuple(parameter.shape) for parameter in model.get_submodule("head").parameters()],
    }


def ignore_in_fsdp1(argument: str, use_orig_params: bool) -> dict[str, Any]:
    model = Transformer()
    head = list(model.head.parameters())
    arguments: dict[str, dict[str, Any]] = {
        "ignored_modules": {"ignored_modules": [model.head]},
        "ignored_states=modules": {"ignored_states": [model.head]},
        "ignored_states=parameters": {"ignored_states": head},
    }
    return kept_of_the_head(model, head, fsdp1(model, use_orig_params=use_orig_params, **arguments[argument]))


@pytest.mark.parametrize("use_orig_params", [False, True])
@pytest.mark.parametrize("argument", ["ignored_modules", "ignored_states=modules", "ignored_states=parameters"])
def test_fsdp1_leaves_what_it_ignores_but_prefixes_it(ranks: Ranks, argument: str, use_orig_params: bool) -> None:
    expected = {
        "names": ["_fsdp_wrapped_module.head.weight", "_fsdp_wrapped_module.head.bias"],
        "same objects": [True, True],
        "shapes": [(4, 8), (4,)],
    }
    assert ranks.run(ignore_in_fsdp1, argument, use_orig_params) == [expected, expected]


def ignore_in_fsdp2() -> dict[str, Any]:
    model = Transformer()
    head = list(model.head.parameters())
    fully_shard(model, ignored_params=set(head))
    return kept_of_the_head(model, head, model)


def test_fsdp2_leaves_what_it_ignores(ranks: Ranks) -> None:
    expected = {"names": ["head.weight", "head.bias"], "same objects": [True, True], "shapes": [(4, 8), (4,)]}
    assert ranks.run(ignore_in_fsdp2) == [expected, expected]


def copy_before(row: str) -> dict[str, Any]:
    model = Transformer()
    duplicate = copy.deepcopy(model)
    own = list(duplicate.parameters())
    wrap(row, model)
    return {
        "names": names(duplicate) == names(Transformer()),
        "same objects": all(a is b for a, b in zip(own, duplicate.parameters())),
        "blocks": sum(isinstance(module, Block) for module in duplicate.modules()),
    }


@pytest.mark.parametrize("row", ROWS)
def test_a_copy_made_before_the_wrap_is_untouched(ranks: Ranks, row: str) -> None:
    expected = {"names": True, "same objects": True, "blocks": 2}
    assert ranks.run(copy_before, row) == [expected, expected]


def copy_after(row: str) -> list[str]:
    wrapped = wrap(row, Transformer())
    duplicate = copy.deepcopy(wrapped)
    assert {id(p) for p in wrapped.parameters()}.isdisjoint(id(p) for p in duplicate.parameters())
    return names(duplicate)


@pytest.mark.parametrize("row", [FAIRSCALE_UNFLATTENED, DDP, COMPILE])
def test_some_wrapped_models_can_be_copied(ranks: Ranks, row: str) -> None:
    assert [len(found) for found in ranks.run(copy_after, row)] == [22, 22]


@pytest.mark.parametrize(
    ("row", "error"),
    [
        (FAIRSCALE, "ValueError"),
        (FSDP1, "RuntimeError"),
        (FSDP1_ORIGINAL, "TypeError: cannot pickle 'module' object"),
        (FSDP2, "AssertionError: FSDP does not support deepcopy"),
    ],
)
def test_the_others_refuse_to_be_copied(ranks: Ranks, row: str, error: str) -> None:
    with pytest.raises(ScenarioError, match=error):
        ranks.run(copy_after, row)
