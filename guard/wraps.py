"""What a wrap does to parameters that an optimizer holds already."""

from __future__ import annotations

import functools
import weakref
from typing import Any

from guard.optimizers import Safely, replaced_in_backward, watch
from guard.ownership import TRANSPARENT, of_modules
from guard.places import place
from guard.records import Records, Reference, Removed, Unit, remember, removed_now


class Wrap:
    """One call of fairscale's or torch FSDP1's constructor, which may replace all parameters of what it wraps.

    Only what an optimizer holds is remembered across the call, so that no parameter lives longer than it would without.
    """

    def __init__(self, records: Records, safely: Safely) -> None:
        self.records = records
        self.safely = safely
        self.place = ""
        self.held: list[tuple[str, Any]] = []

    def begin(self, module: Any) -> None:
        """Before: which of the module's parameters do optimizers hold?"""
        self.place = place()
        optimizers = list(self.records.optimizers.values())
        if optimizers and hasattr(module, "named_parameters"):
            named = module.named_parameters()
            self.held = [(_plain(name), p) for name, p in named if any(one.holds(p) for one in optimizers)]

    def end(self, wrapper: Any) -> None:
        """After: which of them are gone?"""
        remember(self.records.units, wrapper, lambda reference: Unit(reference, self.place, set()))
        after = {id(parameter) for parameter in wrapper.parameters()} if self.held else set()
        gone = [(name, parameter) for name, parameter in self.held if id(parameter) not in after]
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
    if records.optimizers and parameter is not None and information is not None:
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
    """Tell every optimizer that holds it, also one that has made steps: it is looked at around its next one."""
    for one in list(records.optimizers.values()):
        if one.holds(parameter):
            one.remove(parameter, removed)
            watch(one, records, safely)
