"""Work shared out among processes, where the system can fork one cheaply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

ENOUGH = 300_000
"""Characters of source from which on a second process gains more than its start costs (measured on 2 cores)."""


def each(
    function: Callable[[_Item], _Result], items: Sequence[_Item], size: Callable[[_Item], int], jobs: int
) -> list[_Result]:
    """What the function makes of each item, in their order; in up to `jobs` processes, the largest items first.

    `size` is in characters of source. Where it does not pay, or a process does not start, or dies, all is done in this
    one.
    What the function changes in memory may be lost with its process; only the results have to be picklable.
    """
    if jobs < 2 or len(items) < 2 or sum(map(size, items)) <= ENOUGH:
        return [function(item) for item in items]
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    order = sorted(range(len(items)), key=lambda place: size(items[place]), reverse=True)
    try:
        context = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(min(jobs, len(items)), context, _Work.take, (function, items)) as pool:
            found = dict(zip(order, pool.map(_Work.do, order)))
    except (ImportError, OSError, ValueError, BrokenProcessPool):
        return [function(item) for item in items]
    return [found[place] for place in range(len(items))]


class _Work:
    """What a forked process has from the one that forked it."""

    function: Callable[[Any], Any]
    items: Sequence[Any]

    @classmethod
    def take(cls, function: Callable[[Any], Any], items: Sequence[Any]) -> None:
        cls.function = staticmethod(function)
        cls.items = items

    @classmethod
    def do(cls, place: int) -> Any:
        return cls.function(cls.items[place])
