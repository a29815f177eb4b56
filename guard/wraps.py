"""What a wrap does to parameters that an optimizer holds already."""

from __future__ import annotations

import weakref
from typing import Any

from guard.optimizers import Safely, watch
from guard.places import place
from guard.records import Records, Removed, Unit, remember, removed_now


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
            self.held = [(name, p) for name, p in named if any(one.holds(p) for one in optimizers)]

    def end(self, wrapper: Any) -> None:
        """After: which of them are gone?"""
        remember(self.records.units, wrapper, lambda reference: Unit(reference, self.place, set()))
        after = {id(parameter) for parameter in wrapper.parameters()} if self.held else set()
        unit = weakref.ref(wrapper)
        for name, parameter in self.held:
            if id(parameter) not in after:
                removed = removed_now(parameter, unit, name, self.place)
                _remove(self.records, self.safely, parameter, removed)


def sharded(records: Records, safely: Safely, made: Any, parameter: Any, information: Any) -> None:
    """FSDP2 has replaced one parameter; `made` is what manages it, `information` says where it belongs."""
    remember(records.sharded, made, lambda reference: reference)
    if records.optimizers and parameter is not None and information is not None:
        module = weakref.ref(information.module)
        name = str(information.param_name)
        _remove(records, safely, parameter, removed_now(parameter, module, name, place()))


def _remove(records: Records, safely: Safely, parameter: Any, removed: Removed) -> None:
    """Tell every optimizer that holds it, also one that has made steps: it is looked at around its next one."""
    for one in list(records.optimizers.values()):
        if one.holds(parameter):
            one.remove(parameter, removed)
            watch(one, records, safely)
