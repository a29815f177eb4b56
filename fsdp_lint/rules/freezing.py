"""What FSDP005 and FSDP007 share: `requires_grad` set by a selection, judged."""

from __future__ import annotations

from typing import NamedTuple

from fsdp_lint.rules import wording
from fsdp_lint.rules.evidence import kind_of
from fsdp_lint.rules.losses import Loss, losses
from fsdp_lint.rules.rule import Draft, Mark, Remedy
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.guards import both
from fsdp_lint.trace.values import Frozen, Site


class JudgedFreezing(NamedTuple):
    """One loop or call that freezes: the first event of it, and what it lost; `kind` is "lost" or "prefix"."""

    event: Frozen
    kind: str | None
    losses: tuple[Loss, ...]


def judged(trace: Trace) -> list[JudgedFreezing]:
    """Every loop or call that sets `requires_grad` by something that a wrap took."""
    loops: dict[Site, tuple[Frozen, list[Loss]]] = {}
    for event in trace.events:
        if isinstance(event, Frozen):
            _, found = loops.setdefault(event.selection.site, (event, []))
            guard = both(event.guard, event.selection.guard)
            for need in event.selection.needs if guard else ():
                found += [loss for loss in losses(trace, need, guard) if loss not in found]
    result: list[JudgedFreezing] = []
    for event, found in loops.values():
        lost = [loss for loss in found if kind_of(loss) != "prefix"]
        if lost:
            result.append(JudgedFreezing(event, "lost", tuple(lost)))
        elif found:
            result.append(JudgedFreezing(event, "prefix", tuple(found)))
    return result


def draft(
    frozen: JudgedFreezing,
    code: str,
    message: str,
    help: list[str],  # noqa: A002
    remedy: Remedy | None = None,
) -> Draft:
    """A finding about freezing: the wraps, the selection, where `requires_grad` is set."""
    selections = wording.selection_marks(frozen.losses)
    setting = Mark(frozen.event.site, "requires_grad is set here", minor=True)
    related = [*wording.wrap_marks(frozen.losses), *selections[1:], setting]
    about = frozen.event.selection.site
    severity = wording.severity(frozen.losses)
    return Draft(code, severity, message, selections[0], tuple(related), tuple(help), about, remedy)
