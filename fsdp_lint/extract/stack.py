"""A stack that is deep enough for the parser and for walks over its trees."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")

_STACK_BYTES = 256 * 1024 * 1024
_FRAMES = 100_000


def with_deep_stack(function: Callable[[], _Result]) -> _Result:
    """What `function` returns (or raises) when it runs on a stack of its own.

    The memory of the stack is only reserved, and is given back afterwards.
    """
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    thread = _started(run)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _started(run: Callable[[], None]) -> threading.Thread:
    limit = max(sys.getrecursionlimit(), _FRAMES)
    sys.setrecursionlimit(limit)
    size = threading.stack_size(_STACK_BYTES)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    finally:
        threading.stack_size(size)
    return thread
