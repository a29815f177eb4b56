"""FSDP004: the optimizer holds pieces of a flat tensor, which the wrapper makes anew in every forward pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from guard.auditing import Finding
from guard.look import Look
from guard.parameters import flat, is_leaf


def check(look: Look) -> Iterator[Finding]:
    """Tensors that are no leaves and lie inside a flat parameter; torch itself refuses most, not all, of them."""
    held = [parameter for group in look.groups for parameter in group["params"]]
    pieces = [parameter for parameter in held if not is_leaf(parameter) and _base(parameter) is not None]
    if pieces:
        plural = "" if len(pieces) == 1 else "s"
        message = f"the optimizer holds {len(pieces)} piece{plural} of a flat tensor: what it does to them is lost"
        yield Finding("FSDP004", message, "build the optimizer from the wrapped model's parameters()")


def _base(parameter: Any) -> Any:
    """The flat parameter that a view is a piece of, if it is one."""
    base = getattr(parameter, "_base", None)
    return base if base is not None and flat(base) is not None else None
