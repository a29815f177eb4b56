"""FSDP007: exact names or prefixes where a wrapper puts a prefix in front of every name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fsdp_lint.rules import freezing, remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.losses import Loss
from fsdp_lint.rules.rule import Draft, Remedy, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Groups and freezing that match names exactly, or by how they start, through a wrapper that prefixes them."""
    for judged in evidence.optimizers:
        if judged.kind == "prefix":
            message = f"parameter groups match names exactly, but {_where(judged.losses[0])}"
            help = _help(judged.losses[0])  # noqa: A001
            yield wording.about_optimizer(judged, "FSDP007", message, help, _remedy(evidence, judged.losses, help))
    for frozen in freezing.judged(evidence.trace):
        if frozen.kind == "prefix":
            message = f"freezing matches names exactly, but {_where(frozen.losses[0])}"
            if frozen.losses[0].wrap.wrapper.freezes:
                help = _help(frozen.losses[0])  # noqa: A001
                yield freezing.draft(frozen, "FSDP007", message, help, _remedy(evidence, frozen.losses, help))
            else:
                yield freezing.draft(frozen, "FSDP007", message, ["freeze before the wrap"])


def _remedy(evidence: Evidence, losses: Sequence[Loss], help: Sequence[str]) -> Remedy | None:  # noqa: A002
    """To go through the inner module, where that gives the plain names."""
    return remedies.go_through(evidence.trace, losses, help[0]) if losses[0].is_ahead else None


def _where(loss: Loss) -> str:
    prefix = loss.variant.effect.prefix
    return f"every name now starts with `{prefix}`" if loss.is_ahead else f"names in a unit now have `{prefix}` inside"


def _help(loss: Loss) -> list[str]:
    strip = f'strip the prefix: `name.replace("{loss.variant.effect.prefix}", "")`'
    if not loss.is_ahead:
        return [strip]
    return [f"go through {loss.wrap.wrapper.plain}, where the names are plain", f"or {strip}"]


RULE = Rule(
    code="FSDP007",
    name="exact-name-under-prefix",
    severity="error",
    summary="Names are matched exactly or by prefix where the wrapper prefixes every name",
    explanation="""\
DistributedDataParallel puts `module.` in front of every name, `torch.compile` puts `_orig_mod.`, and torch's FSDP with
use_orig_params=True puts `_fsdp_wrapped_module.` in front and at every inner unit. `"bias" in name` and
`name.endswith(".bias")` still work; `name == …`, `name in {…}`, `name.startswith(…)` and an anchored regular expression
find nothing.""",
    bad="""\
import torch
from torch.nn.parallel import DistributedDataParallel as DDP

def build(model):
    model = DDP(model)
    head = [p for n, p in model.named_parameters() if n.startswith("head.")]
    rest = [p for n, p in model.named_parameters() if not n.startswith("head.")]
    return model, torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
""",
    good="""\
import torch
from torch.nn.parallel import DistributedDataParallel as DDP

def build(model):
    model = DDP(model)
    head = [p for n, p in model.module.named_parameters() if n.startswith("head.")]
    rest = [p for n, p in model.module.named_parameters() if not n.startswith("head.")]
    return model, torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
""",
    find=find,
)
