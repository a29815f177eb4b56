"""What is remembered between the wraps, the optimizers and their first steps; nothing here keeps any of them alive."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterator, Mapping
from typing import Any, Callable, NamedTuple

from guard.ownership import Ownership
from guard.parameters import flat

Reference = Callable[[], Any]


class Removed(NamedTuple):
    """A parameter that a wrap took out of a module: what it was called there, and where the wrap was made.

    `successor` gives what stands there now; `gradient` and `version` are those that the parameter had then.
    """

    parameter: Reference
    module: Reference
    own_name: str
    place: str
    successor: Reference
    is_left_over: Callable[[Any], bool]

    def trains(self, parameter: Any) -> bool:
        """Whether what stands in its place trains: a model may be frozen, or no more so, after the wrap."""
        successor = self.successor()
        return bool((parameter if successor is None else successor).requires_grad)

    def has_gradient(self, parameter: Any) -> bool:
        """Whether the parameter has a gradient, and not the one that was left over when the wrap was made."""
        now = parameter.grad
        return now is not None and not self.is_left_over(now)

    def name(self, owned: Ownership) -> str:
        """The full name, if the module still lives."""
        path = owned.modules.get(id(self.module()), "")
        return f"{path}.{self.own_name}" if path else self.own_name


class Unit(NamedTuple):
    """A wrapper of fairscale or torch FSDP1, where it was made, and what of its parameters was ever trained, by id."""

    wrapper: Reference
    place: str
    trained: set[int]


class Watched:
    """One optimizer, and what is to be known of it at the end of its next step while that is `awaited`."""

    def __init__(self, optimizer: Any, place: str) -> None:
        self.optimizer: Reference = weakref.ref(optimizer)
        self.place = place
        self.awaited = False
        self.looked_at: tuple[int, ...] = ()
        self._removed: dict[int, Removed] = {}
        self._held: tuple[tuple[int, ...], frozenset[int]] = ((), frozenset())

    def holds(self, parameter: Any) -> bool:
        """Whether the optimizer holds this very object; what it holds lives, so its address is its own."""
        optimizer = self.optimizer()
        if optimizer is None:
            return False
        now = sizes(optimizer)
        if self._held[0] != now:
            self._held = now, frozenset(id(p) for group in optimizer.param_groups for p in group["params"])
        return id(parameter) in self._held[1]

    def let_go(self) -> None:
        """The step was made: what is remembered until then is of no use any more."""
        self._removed.clear()
        self._held = (), frozenset()

    def remove(self, parameter: Any, removed: Removed) -> None:
        """A wrap took this parameter out of its module."""
        self._removed[id(parameter)] = removed

    def removed_one(self, parameter: Any) -> Removed | None:
        """What is known of the removal of this parameter, and not of an earlier one at the same address."""
        known = self._removed.get(id(parameter))
        return known if known is not None and known.parameter() is parameter else None


class Records:
    """Optimizers, wrappers, what wraps replaced, FSDP2's parameters and which were ever trained, what is expected."""

    def __init__(self) -> None:
        self.optimizers: dict[int, Watched] = {}
        self.units: dict[int, Unit] = {}
        self.sharded: dict[int, Reference] = {}
        self.removed: dict[int, Removed] = {}
        self.trained: weakref.WeakSet[Any] = weakref.WeakSet()
        self.expected: dict[str, Mapping[str, Any]] = {}
        self.held_names: set[str] = set()
        self.told_in_backward: set[str] = set()
        self.has_complained = False
        self.has_reported = False

    def removed_one(self, watched: Watched, parameter: Any) -> Removed | None:
        """What is known of a parameter's removal, which may have happened before the optimizer was built."""
        known = watched.removed_one(parameter) or self.removed.get(id(parameter))
        return known if known is not None and known.parameter() is parameter else None

    def live_optimizers(self) -> Iterator[Any]:
        """Every optimizer that was built under the guard and still lives."""
        found = (watched.optimizer() for watched in list(self.optimizers.values()))
        return (one for one in found if one is not None)

    def live_units(self) -> Iterator[tuple[Any, Unit]]:
        """Every wrapper that still lives, the inner ones first, and what is known of it."""
        for unit in list(self.units.values()):
            wrapper = unit.wrapper()
            if wrapper is not None:
                yield wrapper, unit

    def live_sharded(self) -> Iterator[Any]:
        """What FSDP2 manages each parameter of a living model with."""
        return (one for one in (reference() for reference in list(self.sharded.values())) if one is not None)

    def flattened(self) -> bool:
        """Whether a wrapper lives that made one flat parameter of several."""
        found = (flat(parameter) for wrapper, _ in self.live_units() for parameter in wrapper.parameters())
        return any(one is not None and len(one.names) > 1 for one in found)

    def wrap(self, parameter: Any) -> str:
        """`the wrap at train.py:41`, of the wrapper whose parameter this is."""
        for wrapper, unit in self.live_units():
            if unit.place and any(one is parameter for one in wrapper.parameters()):
                return f"the wrap at {unit.place}"
        return "the wrap"


def removed_now(parameter: Any, module: Reference, own_name: str, place: str, successor: Reference) -> Removed:
    """A parameter that has just been taken out, with the gradient that it has left over."""
    return Removed(reference_to_tensor(parameter), module, own_name, place, successor, _recognise(parameter.grad))


def _recognise(gradient: Any) -> Callable[[Any], bool]:
    """Tells whether a gradient is this very one, unchanged, without keeping it alive."""
    if gradient is None:
        return lambda _now: False
    version = gradient._version
    if refers_weakly_to_tensors():
        reference = weakref.ref(gradient)
        return lambda now: now._version == version and reference() is now
    address = id(gradient)  # stays as long as the parameter holds it, and a replaced parameter gets no other one
    return lambda now: id(now) == address and now._version == version


def remember(found: dict[int, Any], key: Any, value: Callable[[Reference], Any]) -> None:
    """File a value under an object's identity for as long as the object lives."""
    identity = id(key)
    found[identity] = value(weakref.ref(key, lambda _: found.pop(identity, None)))


def sizes(optimizer: Any) -> tuple[int, ...]:
    """How many tensors each group holds."""
    return tuple(len(group["params"]) for group in optimizer.param_groups)


def reference_to_tensor(parameter: Any) -> Reference:
    """A weak reference; before torch 2 a strong one, for the optimizer that holds the tensor is what owns it."""
    return weakref.ref(parameter) if refers_weakly_to_tensors() else lambda: parameter


def refers_weakly_to_tensors() -> bool:
    """Whether weak references to tensors are harmless: before torch 2 those print warnings."""
    torch = sys.modules.get("torch")
    return torch is not None and int(str(torch.__version__).split(".", 1)[0]) >= 2
