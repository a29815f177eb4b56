"""What a wrap does to parameters that an optimizer holds already."""

from __future__ import annotations

import functools
import weakref
from typing import Any

from guard.optimizers import Safely, replaced_in_backward, watch
from guard.ownership import TRANSPARENT, of_modules
from guard.places import place
from guard.records import (
    Records,
    Reference,
    Removed,
    Unit,
    reference_to_tensor,
    refers_weakly_to_tensors,
    remember,
    removed_now,
)


class Wrap:
    """One call of fairscale's or torch FSDP1's constructor, which may replace all parameters of what it wraps.

    What is remembered across the call is referred to weakly, so that no parameter lives longer than it would without.
    """

    def __init__(self, records: Records, safely: Safely) -> None:
        self.records = records
        self.safely = safely
        self.place = ""
        self.before: list[tuple[str, Reference]] = []

    def begin(self, module: Any) -> None:
        """Before: which parameters does the module own?"""
        self.place = place()
        if hasattr(module, "named_parameters"):
            named = module.named_parameters()
            self.before = [(_plain(name), reference_to_tensor(p)) for name, p in named if self._matters(p)]

    def _matters(self, parameter: Any) -> bool:
        """An optimizer that is built later may hold it, but where no reference is weak, only those that hold it now."""
        return refers_weakly_to_tensors() or any(one.holds(parameter) for one in list(self.records.optimizers.values()))

    def end(self, wrapper: Any) -> None:
        """After: which of them are gone, though somebody holds them still?"""
        remember(self.records.units, wrapper, lambda reference: Unit(reference, self.place, set()))
        after = {id(parameter) for parameter in wrapper.parameters()} if self.before else set()
        living = [(name, one) for name, reference in self.before if (one := reference()) is not None]
        gone = [(name, parameter) for name, parameter in living if id(parameter) not in after]
        unit = weakref.ref(wrapper)
        successors = _successors(wrapper) if gone else {}
        any_other = next(iter(successors.values()), _nothing)
        for name, parameter in gone:
            removed = removed_now(parameter, unit, name, self.place, successors.get(name, any_other))
            _remove(self.records, self.safely, parameter, removed)


def _plain(name: str) -> str:
    """Without what wrappers put between a module's path and its own parameters."""
    return ".".join(part for part in name.split(".") if part not in TRANSPARENT)


def _successors(wrapper: Any) -> dict[str, Reference]:
    """Where the flat parameter of each original is, without keeping its module."""
    owned = of_modules([wrapper]).parameters
    found: dict[str, Reference] = {}
    for module in wrapper.modules():
        for key, parameter in module._parameters.items():
            if id(parameter) in owned:
                reference = functools.partial(_parameter_of, weakref.ref(module), key)
                found.update(dict.fromkeys(owned[id(parameter)].names, reference))
    return found


def _parameter_of(module: Reference, key: str) -> Any:
    owner = module()
    return None if owner is None else owner._parameters.get(key)


def _sharded_parameter_of(made: Reference) -> Any:
    manager = made()
    return None if manager is None else manager.sharded_param


def _nothing() -> None:
    return None


def sharded(records: Records, safely: Safely, made: Any, parameter: Any, information: Any) -> None:
    """FSDP2 has replaced one parameter; `made` is what manages it, `information` says where it belongs."""
    remember(records.sharded, made, lambda reference: reference)
    if parameter is not None and information is not None:
        module = weakref.ref(information.module)
        name = str(information.param_name)
        successor = functools.partial(_sharded_parameter_of, weakref.ref(made))
        removed = removed_now(parameter, module, name, place(), successor)
        _remove(records, safely, parameter, removed)
        for optimizer in getattr(parameter, "_in_backward_optimizers", ()):  # torch's own way to have them step there
            watched = records.optimizers.get(id(optimizer))
            if watched is not None:
                replaced_in_backward(optimizer, watched, removed, records)


def _remove(records: Records, safely: Safely, parameter: Any, removed: Removed) -> None:
    """Tell every optimizer that holds it, also one that has made steps: it is looked at around its next one.

    One that is built later learns it from the records.
    """
    if refers_weakly_to_tensors():
        remember(records.removed, parameter, lambda _: removed)
    for one in list(records.optimizers.values()):
        if one.holds(parameter):
            one.remove(parameter, removed)
            watch(one, records, safely)
