"""FSDP002: a split by shape put everything on the side of the vectors, since sharding made vectors of everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from guard.auditing import Finding
from guard.look import Look, ParameterGroup, same

REMEDY = "record which names are matrices before the wrap, and select by name after it"


def check(look: Look) -> Iterator[Finding]:
    """The first empty group with a weight decay whose matrices must have gone to a group with a smaller one.

    A split by shape exists to decay matrices and not vectors. Sharding makes vectors of all, so the group that decays
    is the one that comes out empty; where the other one is empty, a filter by name has found nothing.
    """
    if "weight_decay" not in look.differing:
        return
    for empty in (group for group in look.groups if not group["params"]):
        for full in (group for group in look.groups if group["params"]):
            if _are_two_sides(look, empty, full) and _mixes(look, full["params"]):
                yield Finding("FSDP002", _sentence(look, full), REMEDY)
                return


def _are_two_sides(look: Look, empty: ParameterGroup, full: ParameterGroup) -> bool:
    """Whether two groups differ in nothing but their weight decay, or are the only two."""
    if not (empty.get("weight_decay") or 0) > (full.get("weight_decay") or 0):
        return False
    others = [key for key in look.differing if key != "weight_decay"]
    return len(look.groups) == 2 or all(same(empty.get(key), full.get(key)) for key in others)


def _mixes(look: Look, parameters: list[Any]) -> bool:
    """Whether all are shards of known originals, and matrices that were cut to one dimension are among vectors."""
    if any(parameter.dim() != 1 for parameter in parameters):
        return False
    dimensions = [_dimensions(look, parameter) for parameter in parameters]
    if None in dimensions:
        return False
    return any(d is not None and d > 1 for d in dimensions) and any(d is not None and d <= 1 for d in dimensions)


def _dimensions(look: Look, parameter: Any) -> int | None:
    size = getattr(parameter, "_orig_size", None)  # fairscale keeps it on the shard
    if size is not None:
        return len(size)
    known = look.owned().parameters.get(id(parameter))
    return None if known is None else known.dimensions


def _sentence(look: Look, full: ParameterGroup) -> str:
    return (
        f"1 of {len(look.groups)} parameter groups is empty, since sharding has made every parameter one-dimensional:"
        f" a split by shape puts all {len(full['params'])} on one side"
    )
