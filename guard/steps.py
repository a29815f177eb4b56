"""Acting before and after an optimizer's first step, and leaving nothing behind."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Callable

Act = Callable[[Any], None]
_waiting: dict[type, dict[int, tuple[Act, Act]]] = {}


def around_first_step(optimizer: Any, before: Act, after: Act) -> None:
    """Call `before(optimizer)` and `after(optimizer)` around its next step, once."""
    if hasattr(optimizer, "register_step_pre_hook"):
        _by_hooks(optimizer, before, after)
    else:
        _by_class(optimizer, before, after)


def _by_hooks(optimizer: Any, before: Act, after: Act) -> None:
    """From torch 2.0 on an optimizer takes hooks."""
    handles: list[Any] = []

    def ahead(stepped: Any, _args: Any, _kwargs: Any) -> None:
        handles[0].remove()
        before(stepped)

    def behind(stepped: Any, _args: Any, _kwargs: Any) -> None:
        handles[1].remove()
        after(stepped)

    handles.append(optimizer.register_step_pre_hook(ahead))
    handles.append(optimizer.register_step_post_hook(behind))


def _by_class(optimizer: Any, before: Act, after: Act) -> None:
    """torch 1.13: the `step` of the class is replaced while any of its optimizers waits for its first step."""
    owner = type(optimizer)
    key = id(optimizer)
    if owner not in _waiting:
        _waiting[owner] = {}
        _replace_step(owner, _waiting[owner])
    waiting = _waiting[owner]
    waiting[key] = before, after
    weakref.finalize(optimizer, waiting.pop, key, None).atexit = False


def _replace_step(owner: Any, waiting: dict[int, tuple[Act, Act]]) -> None:
    original = owner.step
    own = "step" in vars(owner)

    @functools.wraps(original)
    def step(self: Any, *args: Any, **kwargs: Any) -> Any:
        acts = waiting.pop(id(self), None)
        if not waiting and owner.step is step:
            del _waiting[owner]
            if own:
                owner.step = original
            else:
                del owner.step
        if acts is None:
            return original(self, *args, **kwargs)
        acts[0](self)
        result = original(self, *args, **kwargs)
        acts[1](self)
        return result

    owner.step = step
