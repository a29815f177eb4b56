"""A warning: parameters of a sharded model have gradients, and no optimizer of the process holds them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, Callable

from guard.auditing import Finding
from guard.names import counted
from guard.ownership import Ownership
from guard.parameters import elements
from guard.records import Records


def check(optimizer: Any, records: Records, owned: Callable[[], Ownership]) -> Iterator[Finding]:
    """Called after the first step of an optimizer: of the sharded models that it trains, what nobody ever trained.

    What has no gradient may be a copy that is averaged, or a part that this step did not need; what an optimizer held
    that is gone by now was not forgotten.
    """
    held = {id(p) for one in records.live_optimizers() for group in one.param_groups for p in group["params"]}
    mine = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
    missing = dict.fromkeys([*_in_wrappers(records, held, mine), *_in_place(records, held, mine, owned)])
    if missing:
        known = owned().parameters
        names = [name for key in missing for name in (known[key].names if key in known else ("?",))]
        message = f"no optimizer of this process holds {counted(names)}, though there are gradients"
        yield Finding("FSDP001", message, "freeze them, or see why no group selects them", "warning")


def _in_wrappers(records: Records, held: Set[int], mine: Set[int]) -> Iterator[int]:
    """What fairscale and torch FSDP1 manage: each wrapper is a model."""
    for wrapper, unit in records.live_units():
        parameters = list(wrapper.parameters())
        identities = {id(parameter) for parameter in parameters}
        unit.trained.update(identities & held)
        if identities & mine:
            left = [p for p in parameters if p.requires_grad and id(p) not in unit.trained]
            yield from (id(p) for p in left if _has_gradient(p, parameters))


def _in_place(records: Records, held: Set[int], mine: Set[int], owned: Callable[[], Ownership]) -> Iterator[int]:
    """What FSDP2 manages: each outermost module that it has sharded is a model, looked for only where it matters."""
    made = list(records.live_sharded())
    records.trained.update(one for one in made if id(one.sharded_param) in held)
    untrained = [one.sharded_param for one in made if one not in records.trained]
    left = [id(p) for p in untrained if p.requires_grad and p.grad is not None]
    if left:
        model = {key: known.sharded for key, known in owned().parameters.items() if known.sharded is not None}
        models = {model[key] for key in mine if key in model}
        yield from (key for key in left if model.get(key) in models)


def _has_gradient(parameter: Any, model: list[Any]) -> bool:
    """A shard without elements never has one of its own: there the others of its model tell."""
    return parameter.grad is not None or (elements(parameter) == 0 and any(one.grad is not None for one in model))
