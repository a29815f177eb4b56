"""FSDP001: groups selected by name after the names are lost."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import units, wording
from fsdp_lint.rules.evidence import Evidence, Judged
from fsdp_lint.rules.rule import Draft, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Optimizers whose groups test names that a flattening wrap removed."""
    for judged in evidence.optimizers:
        if judged.kind == "names":
            advice = units.by_name(evidence.trace, judged.losses)
            yield wording.about_flattened(evidence.trace, judged, "FSDP001", _message(judged), advice)


def _message(judged: Judged) -> str:
    empty, count = len(wording.empty_groups(judged)), len(judged.groups)
    if count > 1 and empty and not any(group.many for group in judged.groups):
        verb = "is" if empty == 1 else "are"
        return f"{empty} of {count} parameter groups {verb} empty: the wrap removed the names that select them"
    what = "parameter groups are" if count > 1 else "the optimizer's parameters are"
    return f"{what} selected by name, but the wrap removed the names"


RULE = Rule(
    code="FSDP001",
    name="groups-by-lost-name",
    severity="error",
    summary="Parameter groups are selected by name after the wrap removed the names",
    explanation="""\
A flattening wrapper (fairscale's FullyShardedDataParallel with flatten_parameters=True, torch's with
use_orig_params=False: both defaults) puts all parameters of a unit into one flat tensor. `named_parameters()` then
yields `_fsdp_wrapped_module.flat_param_0` (fairscale) or `_fsdp_wrapped_module._flat_param` (torch) and nothing else.

A test such as `"self_attn" in name` is false for that name, so the group that it selects is empty. torch accepts an
empty group without a word, a scheduler goes on scheduling its learning rate, the loss goes down, and every parameter
trains with the hyperparameters of whichever group caught the flat tensor.

Groups that are cut along the borders of nested units are not affected: a unit keeps its own path in the name.""",
    bad="""\
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP

def build(model):
    model = FSDP(model)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return model, torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
""",
    good="""\
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP

def build(model):
    model = FSDP(model, flatten_parameters=False)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return model, torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
""",
    find=find,
)
