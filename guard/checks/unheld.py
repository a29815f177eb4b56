"""A warning: parameters of a sharded model have gradients, and no optimizer of the process holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable

from guard.auditing import Finding
from guard.names import counted
from guard.ownership import Ownership
from guard.parameters import elements
from guard.records import Records


def check(optimizer: Any, records: Records, owned: Callable[[], Ownership]) -> Iterator[Finding]:
    """Called after the first step of an optimizer: of the wrapped models that it trains, what nobody trains.

    What has no gradient may be a copy that is averaged, or a part that this step did not need.
    """
    held = {id(p) for one in records.live_optimizers() for group in one.param_groups for p in group["params"]}
    mine = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
    missing: dict[int, None] = {}
    for parameters in records.sharded_models():
        if any(id(parameter) in mine for parameter in parameters):
            left = [p for p in parameters if id(p) not in held and p.requires_grad]
            missing.update(dict.fromkeys(id(p) for p in left if _has_gradient(p, parameters)))
    if missing:
        known = owned().parameters
        names = [name for key in missing for name in (known[key].names if key in known else ("?",))]
        message = f"no optimizer of this process holds {counted(names)}, though there are gradients"
        yield Finding("FSDP001", message, "freeze them, or see why no group selects them", "warning")


def _has_gradient(parameter: Any, model: list[Any]) -> bool:
    """A shard without elements never has one of its own: there the others of its model tell."""
    return parameter.grad is not None or (elements(parameter) == 0 and any(one.grad is not None for one in model))
