"""FSDP007: exact names or prefixes where a wrapper puts a prefix in front of every name."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import freezing, remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule


def find(evidence: Evidence) -> Iterator[Draft]:
    """Groups and freezing that match names exactly, or by how they start, through a wrapper that prefixes them."""
    for judged in evidence.optimizers:
        if judged.kind == "prefix":
            first = judged.losses[0]
            prefix, inner = first.variant.effect.prefix, first.wrap.wrapper.inner
            message = f"parameter groups match names exactly, but every name now starts with `{prefix}`"
            help = _help(prefix, inner)  # noqa: A001
            remedy = remedies.go_through(evidence.trace, judged.losses, help[0])
            yield wording.about_optimizer(judged, "FSDP007", message, help, remedy)
    for frozen in freezing.judged(evidence.trace):
        if frozen.kind == "prefix":
            first = frozen.losses[0]
            prefix, inner = first.variant.effect.prefix, first.wrap.wrapper.inner
            message = f"freezing matches names exactly, but every name now starts with `{prefix}`"
            help = _help(prefix, inner)  # noqa: A001
            remedy = remedies.go_through(evidence.trace, frozen.losses, help[0])
            yield freezing.draft(frozen, "FSDP007", message, help, remedy)


def _help(prefix: str, inner: str) -> list[str]:
    return [f"go through `.{inner}`, where the names are plain", f'or strip the prefix: `name.replace("{prefix}", "")`']


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
