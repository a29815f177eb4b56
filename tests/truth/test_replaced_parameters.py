"""What replaces a module's Parameter objects without any sharding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import apply_activation_checkpointing

from .models import Block, Transformer, names

Change = Callable[[Any], Any]

KEEPING: dict[str, Change] = {
    "apply": lambda model: model.apply(lambda module: None),
    "to(dtype)": lambda model: model.to(torch.float64),
    'to("cpu")': lambda model: model.to("cpu"),
    "cpu": lambda model: model.cpu(),
    "half": lambda model: model.half(),
    "bfloat16": lambda model: model.bfloat16(),
    "float": lambda model: model.float(),
    "double": lambda model: model.double(),
    "train": lambda model: model.train(),
    "eval": lambda model: model.eval(),
    "requires_grad_": lambda model: model.requires_grad_(True),
    "share_memory": lambda model: model.share_memory(),
    "to_empty": lambda model: model.to_empty(device="cpu"),
    "convert_sync_batchnorm": nn.SyncBatchNorm.convert_sync_batchnorm,
}


def objects_kept(model: nn.Module, change: Change) -> tuple[int, Any]:
    """How many of the model's Parameter objects are still its own after the change, and what the change returned."""
    before = list(model.parameters())
    returned = change(model)
    own = {id(parameter) for parameter in model.parameters()}
    return sum(id(parameter) in own for parameter in before), returned


@pytest.mark.parametrize("change", KEEPING.values(), ids=KEEPING)
def test_it_returns_the_same_module_with_the_same_parameters(change: Change) -> None:
    model = Transformer()
    assert objects_kept(model, change) == (22, model)


KEEPING_WITHOUT_RETURNING: dict[str, Change] = {
    "zero_grad": lambda model: model.zero_grad(),
    "compile": lambda model: model.compile(backend="eager"),
}


@pytest.mark.parametrize("change", KEEPING_WITHOUT_RETURNING.values(), ids=KEEPING_WITHOUT_RETURNING)
def test_it_returns_nothing_and_keeps_the_parameters(change: Change) -> None:
    assert objects_kept(Transformer(), change) == (22, None)


def test_loading_a_state_dict_keeps_the_parameters() -> None:
    state = Transformer().state_dict()
    assert objects_kept(Transformer(), lambda model: model.load_state_dict(state))[0] == 22


def test_assigning_a_state_dict_replaces_the_parameters() -> None:
    state = Transformer().state_dict()
    assert objects_kept(Transformer(), lambda model: model.load_state_dict(state, assign=True))[0] == 0


def test_filling_a_model_from_the_meta_device_replaces_the_parameters() -> None:
    with torch.device("meta"):
        model = Transformer()
    assert objects_kept(model, lambda module: module.to_empty(device="cpu"))[0] == 0


def test_parametrizing_a_weight_replaces_that_weight() -> None:
    assert objects_kept(Transformer(), lambda model: nn.utils.parametrizations.weight_norm(model.head))[0] == 21


def test_compiling_in_place_keeps_the_names() -> None:
    model = Transformer()
    model.compile(backend="eager")
    assert names(model) == names(Transformer())


def test_activation_checkpointing_prefixes_in_the_middle() -> None:
    model = Transformer()
    kept, _ = objects_kept(
        model, lambda module: apply_activation_checkpointing(module, check_fn=lambda part: isinstance(part, Block))
    )
    assert (kept, names(model)[0]) == (22, "layers.0._checkpoint_wrapped_module.attn.query.weight")


def test_data_parallel_and_averaged_models_prefix_as_ddp_does() -> None:
    wrappers = (nn.DataParallel, torch.optim.swa_utils.AveragedModel)
    assert [names(wrapper(Transformer()))[0] for wrapper in wrappers] == ["module.layers.0.attn.query.weight"] * 2
