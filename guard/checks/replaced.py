"""FSDP004: the optimizer still holds parameters that a later wrap replaced; its first step after that changed none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guard.auditing import Finding
from guard.names import counted
from guard.records import Records, Removed, Watched


def replaced(optimizer: Any, watched: Watched, records: Records) -> dict[int, Removed]:
    """After the first step: what was replaced, is held all the same, trains, and has got no gradient; by identity."""
    held = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    known = [(p, removed) for p in held if (removed := records.removed_one(watched, p)) is not None]
    return {id(p): removed for p, removed in known if removed.trains(p) and not removed.has_gradient(p)}


def is_trained(optimizer: Any, stale: Mapping[int, Removed]) -> bool:
    """Whether any of them, or what stands in its place, has a gradient: else there was no backward pass before."""
    held = [p for group in optimizer.param_groups for p in group["params"] if id(p) in stale]
    successors = [removed.successor() for removed in stale.values()]
    return any(one is not None and one.grad is not None for one in (*held, *successors))


def in_backward(name: str, place: str) -> Finding:
    """What to say of a parameter whose optimizer steps when its gradient is there, which FSDP2 has just replaced."""
    wrap = f" at {place}" if place else ""
    message = f"the wrap{wrap} replaced {name}, whose optimizer steps in its backward pass: it never makes a step"
    return Finding("FSDP004", message, "apply the optimizer in the backward pass after the wrap")


def finding(stale: Mapping[int, Removed], names: list[str], held: int) -> Finding:
    """What to say of them; `held` is the number of tensors that the optimizer holds."""
    wrap = next((f" at {removed.place}" for removed in stale.values() if removed.place), "")
    message = (
        f"the wrap{wrap} replaced {counted(names)} of the {held} that the optimizer holds: its first step after that"
        " changed none of them"
    )
    return Finding("FSDP004", message, "build the optimizer after the wrap")
