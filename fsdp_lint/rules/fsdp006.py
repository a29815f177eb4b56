"""FSDP006: a gradient norm over local shards."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules import remedies, wording
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.losses import Loss, local_gradients
from fsdp_lint.rules.rule import Draft, Mark, Rule
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.guards import both
from fsdp_lint.trace.values import Clipped, Site


def find(evidence: Evidence) -> Iterator[Draft]:
    """Calls that take the norm of gradients of which each rank holds a share."""
    calls: dict[Site, tuple[list[Clipped], list[Loss]]] = {}
    for event in evidence.trace.events:
        if isinstance(event, Clipped):
            guard = both(event.guard, event.selection.guard)
            found = local_gradients(evidence.trace, event.selection, event.moment, guard) if guard else []
            events, losses = calls.setdefault(event.site, ([], []))
            events.append(event)
            losses.extend(found)
    for events, losses in calls.values():
        if losses:
            yield _draft(evidence.trace, events, losses)


def _draft(trace: Trace, events: list[Clipped], losses: list[Loss]) -> Draft:
    event = events[0]
    own = losses[0].wrap.wrapper.own_clip
    help = ["call the wrapper's own `model.clip_grad_norm_(max_norm)`, which reduces over all ranks"]  # noqa: A001
    if not own:
        help = ["reduce the norm over all ranks before clipping"]  # noqa: A001
    related = [Mark(one.site, _wrap_label(losses)) for one in wording.wrap_marks(losses)]
    return Draft(
        "FSDP006",
        wording.severity(losses),
        f"{event.name} measures only this rank's share of the gradients",
        Mark(event.site, "each rank clips by a norm of its own"),
        tuple(related),
        tuple(help),
        event.site,
        remedies.clip(trace, events, help[0]),
    )


def _wrap_label(losses: list[Loss]) -> str:
    return f"{losses[0].wrap.wrapper.title} shards here: a rank holds its share of every gradient"


RULE = Rule(
    code="FSDP006",
    name="local-gradient-norm",
    severity="error",
    summary="A gradient norm is taken over this rank's shards instead of the whole gradients",
    explanation="""\
Under fairscale's and torch's FullyShardedDataParallel a rank holds only its share of every gradient.
`torch.nn.utils.clip_grad_norm_` (and `get_total_norm`) then computes the norm of that share: every rank finds another
one, clips by another factor, and the model takes a step that no gradient asked for. The wrapper's own
`clip_grad_norm_` reduces over all ranks.

`clip_grad_value_` works element by element and is right; so is the torch function with NO_SHARD, with DDP, and with
FSDP2, whose DTensors know the global norm.""",
    bad="""\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def train(model, batches, optimizer):
    model = FSDP(model)
    for batch in batches:
        model(batch).sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
""",
    good="""\
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def train(model, batches, optimizer):
    model = FSDP(model)
    for batch in batches:
        model(batch).sum().backward()
        model.clip_grad_norm_(1.0)
""",
    find=find,
)
