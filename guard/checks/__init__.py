"""The checks of an optimizer's groups, one file each; each takes a look and returns what it found, or nothing.

Only facts that are the same on every rank are used: how many tensors a group holds, what flat parameters stand for,
hyperparameters, and which objects are held; never the number of elements in a shard.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Callable

from guard.auditing import Finding
from guard.checks import expected, lost_groups, mixed_units, split_by_shape, views
from guard.look import Look

CHECKS: tuple[Callable[[Look], Iterable[Finding]], ...] = (
    lost_groups.check,
    mixed_units.check,
    split_by_shape.check,
    views.check,
    expected.check,
)
