"""FSDP001: a group is empty, and a group with other hyperparameters holds a flat tensor of several originals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from guard.auditing import Finding
from guard.look import Look, ParameterGroup
from guard.parameters import TORCH_REMEDY, Flat, flat

EITHER_REMEDY = f"{TORCH_REMEDY} (fairscale: flatten_parameters=False)"


def check(look: Look) -> Iterator[Finding]:
    """The first empty group that such a flat tensor explains; an optimizer that holds nothing at all is doubtful."""
    empty = [group for group in look.groups if not group["params"]]
    if not empty:
        return
    if len(empty) == len(look.groups):
        if look.flattened():
            message = "every group of this optimizer is empty, and a wrap in this process has flattened parameters"
            yield Finding("FSDP001", message, EITHER_REMEDY, "warning")
        return
    holders = [(group, p, one) for group in look.groups for p in group["params"] if (one := flat(p)) is not None]
    for group in empty:
        for holder, parameter, one in holders:
            if len(one.names) > 1 and look.hyperparameters(group) != look.hyperparameters(holder):
                yield Finding("FSDP001", _sentence(look, empty, holder, parameter, one), _remedy(one))
                return


def _remedy(one: Flat) -> str:
    return f"{one.remedy}, or wrap what belongs to each group as units of their own"


def _sentence(look: Look, empty: list[ParameterGroup], holder: ParameterGroup, parameter: Any, one: Flat) -> str:
    verb = "is" if len(empty) == 1 else "are"
    reached = set(look.hyperparameters(holder))
    pairs = [pair for group in empty for pair in look.hyperparameters(group)]
    lost = dict.fromkeys(f"{key}={value}" for key, value in pairs if (key, value) not in reached)
    verb_of_lost = "reaches" if len(lost) == 1 else "reach"
    words = f": {', '.join(lost)} {verb_of_lost} no parameter" if lost else ""
    return (
        f"{len(empty)} of {len(look.groups)} parameter groups {verb} empty, since {look.wrap(parameter)} put"
        f" {len(one.names)} parameters into one flat tensor{words}"
    )
