"""FSDP002: groups selected by shape after the shapes are lost."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Optimizers whose groups test shapes after a sharding wrap."""
    for judged in evidence.optimizers:
        if judged.kind == "shapes":
            message = "parameter groups are selected by shape, but after the wrap every parameter is one-dimensional"
            help = [  # noqa: A001
                "note the shapes by name before the wrap (`{n: p.shape for n, p in model.named_parameters()}`)"
                " and look them up after it",
                "or select by name alone",
            ]
            remedy = remedies.note_shapes(evidence.trace, judged.losses, help[0])
            yield wording.about_optimizer(judged, "FSDP002", message, help, remedy)


RULE = Rule(
    code="FSDP002",
    name="groups-by-lost-shape",
    severity="error",
    summary="Parameter groups are selected by shape after the wrap made every parameter one-dimensional",
    explanation="""\
A sharding wrapper leaves each rank a flat piece of every parameter. With fairscale's flatten_parameters=False and
torch's use_orig_params=True the names survive, but the shapes do not: an (8, 8) weight is a 1-D shard of 32 elements,
so `p.ndim < 2` holds for everything and weight decay, say, is switched off for the whole model.

On one GPU torch falls back to NO_SHARD and the shapes stay, so a one-GPU test does not show it. FSDP2 (`fully_shard`)
keeps the global shapes.""",
    bad="""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    model = FSDP(model, use_orig_params=True)
    decay = [p for p in model.parameters() if p.ndim >= 2]
    rest = [p for p in model.parameters() if p.ndim < 2]
    return model, torch.optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])
""",
    good="""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    flat = {n for n, p in model.named_parameters() if p.ndim < 2}
    model = FSDP(model, use_orig_params=True)
    named = [(n.replace("_fsdp_wrapped_module.", ""), p) for n, p in model.named_parameters()]
    decay = [p for n, p in named if n not in flat]
    rest = [p for n, p in named if n in flat]
    return model, torch.optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])
""",
    find=find,
)
