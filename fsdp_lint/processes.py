"""Work shared out among processes, where the system can fork one cheaply."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import Any, Callable, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

ENOUGH = 300_000
"""Characters of source from which on a second process gains more than its start costs (measured on 2 cores)."""


def each(
    function: Callable[[_Item], _Result], items: Sequence[_Item], size: Callable[[_Item], int], jobs: int
) -> list[_Result]:
    """What the function makes of each item, in their order; in up to `jobs` processes.

    `size` is in characters of source. Each process begins with a stretch of neighbours, which look into the same files,
    the largest first. Where it does not pay, or a process does not start, or dies, all is done in this one.
    What the function changes in memory may be lost with its process; only the results have to be picklable.
    """
    sizes = list(map(size, items))
    jobs = min(jobs, len(items))
    if jobs < 2 or sum(sizes) <= ENOUGH:
        return [function(item) for item in items]
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    gc.freeze()  # what is there already need not be looked through, and so copied, in every process
    try:
        context = multiprocessing.get_context("fork")
        stretches = _stretches(sizes, jobs)
        begun = context.Array("l", len(stretches))
        with ProcessPoolExecutor(jobs, context, _Work.take, (function, items, stretches, begun)) as pool:
            found = dict(pair for part in pool.map(_Work.do, range(len(stretches))) for pair in part)
    except (ImportError, OSError, ValueError, BrokenProcessPool):
        return [function(item) for item in items]
    finally:
        gc.unfreeze()
    return [found[place] for place in range(len(items))]


def _stretches(sizes: Sequence[int], count: int) -> list[list[int]]:
    """The places of items in up to `count` stretches of about one size, in each the largest first."""
    whole = sum(sizes)
    found: list[list[int]] = [[] for _ in range(count)]
    before = 0
    for place, size in enumerate(sizes):
        found[min(count - 1, (before + size // 2) * count // whole)].append(place)
        before += size
    return [sorted(stretch, key=lambda place: sizes[place], reverse=True) for stretch in found if stretch]


class _Work:
    """What a forked process has from the one that forked it; `begun` says how much of each stretch somebody took."""

    function: Callable[[Any], Any]
    items: Sequence[Any]
    stretches: Sequence[Sequence[int]]
    begun: Any

    @classmethod
    def take(
        cls, function: Callable[[Any], Any], items: Sequence[Any], stretches: Sequence[Sequence[int]], begun: Any
    ) -> None:
        cls.function = staticmethod(function)
        cls.items, cls.stretches, cls.begun = items, stretches, begun

    @classmethod
    def do(cls, own: int) -> list[tuple[int, Any]]:
        """A stretch, and then what is left of the others."""
        return [(place, cls.function(cls.items[place])) for place in cls._places(own)]

    @classmethod
    def _places(cls, own: int) -> Iterator[int]:
        while True:
            with cls.begun.get_lock():
                left = [len(stretch) - begun for stretch, begun in zip(cls.stretches, cls.begun)]
                which = own if left[own] else left.index(max(left))
                if not left[which]:
                    return
                place = cls.stretches[which][cls.begun[which]]
                cls.begun[which] += 1
            yield place
