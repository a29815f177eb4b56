"""FSDP003: groups selected through modules after the modules lost their parameters."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import units, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Optimizers whose groups come from modules inside a flattened unit."""
    for judged in evidence.optimizers:
        if judged.kind == "modules":
            message = "parameter groups are selected through modules, but the wrap took the parameters out of them"
            advice = units.by_module(evidence.trace, judged.losses)
            yield wording.about_flattened(evidence.trace, judged, "FSDP003", message, advice)


RULE = Rule(
    code="FSDP003",
    name="groups-by-emptied-module",
    severity="error",
    summary="Parameter groups are selected through modules after the wrap took their parameters",
    explanation="""\
A flattening wrapper takes the parameters out of the modules inside a unit: `model.head.parameters()` yields nothing,
and a walk over `model.modules()` that looks for LayerNorm layers finds the layers but no parameter in them. What
modules keep as attributes are views of the flat tensor, not parameters.

A module that is a unit of its own keeps its flat parameter, so groups along units are not affected.""",
    bad="""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    model = FSDP(model)
    return model, torch.optim.AdamW(
        [{"params": model.backbone.parameters(), "lr": 1e-5}, {"params": model.head.parameters(), "lr": 1e-3}]
    )
""",
    good="""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    model.backbone = FSDP(model.backbone)
    model.head = FSDP(model.head)
    return model, torch.optim.AdamW(
        [{"params": model.backbone.parameters(), "lr": 1e-5}, {"params": model.head.parameters(), "lr": 1e-3}]
    )
""",
    find=find,
)
