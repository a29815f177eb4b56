"""FSDP005: freezing selected by name, shape or module after the loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fsdp_lint.libraries.model import LOST
from fsdp_lint.rules import freezing, remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.losses import Loss
from fsdp_lint.rules.rule import Draft, Rule

LOST_WORDS = {
    "names": "by name, but the wrap removed the names",
    "plain names": "by name, but the wrap removed the names",
    "modules": "through modules, but the wrap took the parameters out of them",
    "shapes": "by shape, but after the wrap every parameter is one-dimensional",
    "objects": "by marks on parameters that the wrap replaced",
}


def find(evidence: Evidence) -> Iterator[Draft]:
    """Loops and calls that set `requires_grad` by what a wrap took."""
    for frozen in freezing.judged(evidence.trace):
        if frozen.kind == "lost":
            message = f"parameters are frozen {LOST_WORDS[frozen.losses[0].need.kind]}"
            help = _help(frozen.losses)  # noqa: A001
            remedy = remedies.keep(evidence.trace, frozen.losses, help[0])
            if remedy is None:
                remedy = remedies.freeze_before(evidence.trace, frozen.event.site, frozen.losses, help[0])
            yield freezing.draft(frozen, "FSDP005", message, help, remedy)


def _help(losses: Sequence[Loss]) -> list[str]:
    """What to do: freezing before a wrap that flattens is an error of its own, for a unit is frozen whole."""
    before = "freeze before the wrap"
    if not losses[0].wrap.wrapper.freezes:
        return [f"{before}, and wrap what is frozen as units of its own"]
    flattening = [loss for loss in losses if loss.variant.effect.names == LOST]
    keep = wording.keep_help(flattening[0]) if flattening else []
    if not keep:
        return [before]
    if any(loss.need.kind == "shapes" for loss in losses):
        return [f"{keep[0]} and {before}"]
    return [*keep, f"or {before}, with what is frozen in units of its own: a unit is flattened only if all of it is"]


RULE = Rule(
    code="FSDP005",
    name="freezing-after-loss",
    severity="error",
    summary="Parameters are frozen by name or module after the wrap took the names or parameters",
    explanation="""\
After a flattening wrap no name matches and no inner module owns a parameter, so a loop that sets `requires_grad` by
name, or `model.encoder.requires_grad_(False)`, freezes nothing: the layers that were to stay as they are train on.

Freeze before the wrap. Where frozen and trained parameters would share a flat unit, fairscale and torch refuse the wrap
with an error; wrap them as separate units, or, in torch, keep the parameters apart with use_orig_params=True.""",
    bad="""\
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "encoder" in name:
            parameter.requires_grad = False
    return model
""",
    good="""\
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def build(model):
    for name, parameter in model.named_parameters():
        if "encoder" in name:
            parameter.requires_grad = False
    return FSDP(model, use_orig_params=True)
""",
    find=find,
)
