"""Work shared out among processes, where the system can fork one cheaply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

ENOUGH = 300_000
"""Characters of source from which on a second process gains more than its start costs (measured on 2 cores)."""


def each(
    function: Callable[[_Item], _Result], items: Sequence[_Item], size: Callable[[_Item], int], jobs: int
) -> list[_Result]:
    """What the function makes of each item, in their order; in up to `jobs` processes, the largest items first.

    `size` is in characters of source. Where that does not pay, or no process can be started, all is done in this one.
    """
    if jobs < 2 or len(items) < 2 or sum(map(size, items)) <= ENOUGH:
        return [function(item) for item in items]
    import multiprocessing

    order = sorted(range(len(items)), key=lambda place: size(items[place]), reverse=True)
    try:
        pool = multiprocessing.get_context("fork").Pool(min(jobs, len(items)))
    except (ImportError, OSError, ValueError):
        return [function(item) for item in items]
    with pool:
        found = dict(zip(order, pool.map(function, [items[place] for place in order], chunksize=1)))
    return [found[place] for place in range(len(items))]
