"""A stack that is deep enough for the parser's native code and for walks over its trees."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_Result = TypeVar("_Result")

_STACK_BYTES = 256 * 1024 * 1024
_one_at_a_time = threading.Lock()


def with_deep_stack(function: Callable[[], _Result]) -> _Result:
    """What `function` returns, or raises, when it runs on a large stack of its own.

    The stack's memory is only reserved, touched as far as it is used, and given back afterwards.
    """
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    with _one_at_a_time:
        thread = _started(run)
        thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _started(run: Callable[[], None]) -> threading.Thread:
    usual = threading.stack_size(_STACK_BYTES)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    finally:
        threading.stack_size(usual)
    return thread


@contextmanager
def many_frames(most: int = 100_000) -> Iterator[None]:
    """Python code inside may recurse as deep as a large stack bears."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, most))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
