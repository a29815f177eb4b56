"""FSDP008: groups selected by an attribute or the identity of parameters that a wrap replaced."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Optimizers whose groups look for marks that were left on replaced parameters."""
    for judged in evidence.optimizers:
        if judged.kind == "objects":
            message = "parameter groups are selected by marks on parameters that the wrap replaced"
            keep = wording.keep_help(judged.losses[0])
            after = "set the attributes, and take the ids, after the wrap"
            help = [*keep, f"or {after}"] if keep else [after]  # noqa: A001
            remedy = remedies.keep(evidence.trace, judged.losses, help[0])
            yield wording.about_optimizer(judged, "FSDP008", message, help, remedy)


RULE = Rule(
    code="FSDP008",
    name="groups-by-lost-object",
    severity="error",
    summary="Parameter groups are selected by an attribute or id of parameters that the wrap replaced",
    explanation="""\
An attribute set on a parameter (`p.group = "head"`) and an id taken of it (`{id(p) for p in …}`) belong to that one
object. fairscale's flattening, torch's FSDP with use_orig_params=False and `fully_shard` put new objects into the
model: the attribute is gone and no id matches, so every parameter falls into the default group.""",
    bad="""\
import torch
from torch.distributed.fsdp import fully_shard

def build(model):
    head = {id(p) for p in model.head.parameters()}
    fully_shard(model)
    fast = [p for p in model.parameters() if id(p) in head]
    slow = [p for p in model.parameters() if id(p) not in head]
    return torch.optim.AdamW([{"params": fast, "lr": 1e-3}, {"params": slow, "lr": 1e-5}])
""",
    good="""\
import torch
from torch.distributed.fsdp import fully_shard

def build(model):
    fully_shard(model)
    head = {id(p) for p in model.head.parameters()}
    fast = [p for p in model.parameters() if id(p) in head]
    slow = [p for p in model.parameters() if id(p) not in head]
    return torch.optim.AdamW([{"params": fast, "lr": 1e-3}, {"params": slow, "lr": 1e-5}])
""",
    find=find,
)
