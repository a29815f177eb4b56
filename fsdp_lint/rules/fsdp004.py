"""FSDP004: an optimizer holds parameter objects that a later wrap replaces."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Mark, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Optimizers whose parameters were taken before a wrap that replaces them."""
    for judged in evidence.optimizers:
        if judged.kind != "stale":
            continue
        first = judged.losses[0]
        taken = first.need.site
        label = f"{judged.optimizer.name} holds the parameters as they were before the wrap: it trains nothing"
        related = [Mark(taken, "taken before the wrap", minor=True), *wording.wrap_marks(judged.losses)]
        help = [*wording.keep_help(first), "or build the optimizer after the wrap"]  # noqa: A001
        if not wording.keep_help(first):
            help = ["build the optimizer after the wrap"]  # noqa: A001
        remedy = remedies.build_after(judged.optimizer.site, judged.losses, help[-1])
        yield Draft(
            "FSDP004",
            wording.severity(judged.losses),
            "the optimizer holds parameters that the wrap replaces: it trains nothing",
            Mark(judged.optimizer.site, label),
            tuple(related),
            tuple(help),
            judged.optimizer.site,
            remedy,
        )


RULE = Rule(
    code="FSDP004",
    name="stale-optimizer",
    severity="error",
    summary="The optimizer holds parameters that a later wrap replaces: it trains nothing",
    explanation="""\
fairscale's flattening, torch's FSDP with use_orig_params=False and `fully_shard` put new Parameter objects into the
model. An optimizer that was built before goes on holding the old ones: no gradient ever reaches them, `step()` changes
nothing, and there is no error.

With flatten_parameters=False (fairscale) and use_orig_params=True (torch) the objects stay, and the order does not
matter. A library that itself puts the new parameters into the optimizer's groups (Accelerate with FSDP2) is fine.""",
    bad="""\
import torch
from torch.distributed.fsdp import fully_shard

def build(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    fully_shard(model)
    return model, optimizer
""",
    good="""\
import torch
from torch.distributed.fsdp import fully_shard

def build(model):
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    return model, optimizer
""",
    find=find,
)
