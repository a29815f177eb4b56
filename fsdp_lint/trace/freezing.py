"""Freezing: `requires_grad` set on parameters."""

from __future__ import annotations

from fsdp_lint.trace.run import Run, merged
from fsdp_lint.trace.values import Frozen, Selection, Site, Value


def freeze(run: Run, selection: Selection, value: Value, site: Site) -> None:
    """Record that `requires_grad` of a selection's parameters is set to a value, which may itself select."""
    chosen = run.narrowed(selection, merged(run.context, run.needs_of(value)))
    run.events.append(Frozen(run.number(), site, run.guard, chosen))
