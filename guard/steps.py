"""Acting before and after an optimizer's first step, and leaving nothing behind."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Callable

Act = Callable[[Any], None]
Done = Callable[[Any], bool]
MARK = "_guard_waiting"
_waiting: weakref.WeakKeyDictionary[type, dict[int, tuple[Act, Done]]] = weakref.WeakKeyDictionary()


def around_first_step(optimizer: Any, before: Act, after: Done) -> None:
    """Call `before(optimizer)` and `after(optimizer)` around its next step, and around more until `after` is done."""
    if hasattr(optimizer, "register_step_pre_hook"):
        _by_hooks(optimizer, before, after)
    else:
        _by_class(optimizer, before, after)


def _by_hooks(optimizer: Any, before: Act, after: Done) -> None:
    """From torch 2.0 on an optimizer takes hooks.

    A hook that removes itself while torch goes through them breaks the step, unless it is the last one. So the one
    that comes after is put there when a step begins, and takes away the one that comes before.
    """
    later: list[Any] = []

    def ahead(stepped: Any, _args: Any, _kwargs: Any) -> None:
        while later:  # of a step that was broken off
            later.pop().remove()
        try:
            before(stepped)
        except BaseException:
            first.remove()
            raise
        later.append(stepped.register_step_post_hook(behind))

    def behind(stepped: Any, _args: Any, _kwargs: Any) -> None:
        while later:
            later.pop().remove()
        done = True
        try:
            done = after(stepped)
        finally:
            if done:
                first.remove()

    first = optimizer.register_step_pre_hook(ahead)


def _by_class(optimizer: Any, before: Act, after: Done) -> None:
    """torch 1.13: the `step` of the class is replaced while any of its optimizers waits for its first step.

    A scheduler goes on calling what stood there when it was built: whatever does looks at the same waiting ones.
    """
    owner = type(optimizer)
    key = id(optimizer)
    waiting = _waiting.setdefault(owner, {})
    if getattr(owner.step, MARK, None) is not waiting:
        _replace_step(owner, waiting)
    waiting[key] = before, after
    weakref.finalize(optimizer, waiting.pop, key, None).atexit = False


def _replace_step(owner: Any, waiting: dict[int, tuple[Act, Done]]) -> None:
    original = owner.step
    own = "step" in vars(owner)

    @functools.wraps(original)
    def step(self: Any, *args: Any, **kwargs: Any) -> Any:
        acts = waiting.pop(id(self), None)
        if not waiting and getattr(vars(owner).get("step"), MARK, None) is waiting:
            if own:
                owner.step = original
            else:
                del owner.step
        if acts is None:
            return original(self, *args, **kwargs)
        acts[0](self)
        result = original(self, *args, **kwargs)
        if not acts[1](self):
            _by_class(self, *acts)
        return result

    setattr(step, MARK, waiting)
    owner.step = step
