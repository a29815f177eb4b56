"""Patches on the `__init__` of classes: put on once, seen through, and taken off again."""

from __future__ import annotations

import functools
from typing import Any, Callable

Around = Callable[[Callable[..., None], Any, "tuple[Any, ...]", "dict[str, Any]"], None]
MARK = "_guard_patch"


class Patch:
    """A class whose `__init__` was replaced, by what, and what it was."""

    def __init__(self, owner: type, original: Callable[..., None], patched: Callable[..., None]) -> None:
        self.owner = owner
        self.original = original
        self.patched = patched


def patch(owner: type, around: Around) -> Patch | None:
    """Run `around(original, self, args, kwargs)` in place of a class's `__init__`.

    A patch that an earlier copy of this package left there is replaced. None where somebody else has wrapped that
    patch since, so that it cannot be replaced without losing theirs: it goes on working as it is.
    """
    current: Any = vars(owner).get("__init__", owner.__init__)  # type: ignore[misc]
    earlier = getattr(current, MARK, None)
    if earlier is not None and earlier.patched is not current:
        return None
    original = current if earlier is None else earlier.original

    @functools.wraps(original)
    def patched(self: Any, *args: Any, **kwargs: Any) -> None:
        around(original, self, args, kwargs)

    made = Patch(owner, original, patched)
    setattr(patched, MARK, made)
    owner.__init__ = patched  # type: ignore[misc]
    return made


def take_off(made: Patch) -> None:
    """Put the original back, unless somebody has replaced the patch."""
    if made.owner.__init__ is made.patched:  # type: ignore[misc]
        made.owner.__init__ = made.original  # type: ignore[misc]
