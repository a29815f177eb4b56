"""What a check looks at: an optimizer's groups, in which hyperparameters they differ, and who owns what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, NamedTuple

from guard.ownership import Ownership
from guard.parameters import flat

ParameterGroup = Mapping[str, Any]


class Look(NamedTuple):
    """The groups of one optimizer. `owned` is looked up when first asked for; `wrap` tells where a flat one was made.

    `expected` are hyperparameters by pattern of original names; `flattened` tells whether the process has a wrapper
    that flattened anything.
    """

    groups: list[ParameterGroup]
    differing: list[str]
    owned: Callable[[], Ownership]
    wrap: Callable[[Any], str]
    expected: Mapping[str, Mapping[str, Any]]
    flattened: Callable[[], bool]

    def names(self, parameter: Any) -> tuple[str, ...]:
        """The full original names of what a tensor holds, as far as they are known."""
        known = self.owned().parameters.get(id(parameter))
        if known is not None:
            return known.names
        one = flat(parameter)
        return () if one is None else one.names

    def hyperparameters(self, group: ParameterGroup) -> tuple[tuple[str, str], ...]:
        """Those in which the groups differ, as they are shown."""
        return tuple((key, shown(group.get(key))) for key in self.differing)


def differing(groups: list[ParameterGroup], defaults: Mapping[str, Any]) -> list[str]:
    """The hyperparameters in which the groups differ; a text that the optimizer does not know only labels a group."""
    keys = [key for key in groups[0] if key not in ("params", "param_names")] if groups else []
    return [
        key
        for key in keys
        if (key in defaults or not isinstance(groups[0][key], str))
        and any(not same(group.get(key), groups[0].get(key)) for group in groups)
    ]


def same(left: Any, right: Any) -> bool:
    """Whether two hyperparameters are equal, as far as that can be told without waiting for an accelerator."""
    if left is right or _elsewhere(left) or _elsewhere(right):
        return True
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    try:
        return bool(left == right)
    except (RuntimeError, TypeError, ValueError):
        return True


def shown(value: Any) -> str:
    """A hyperparameter in a few characters; a tensor on an accelerator is not fetched."""
    return f"a value on {value.device}" if _elsewhere(value) else repr(value)


def _elsewhere(value: Any) -> bool:
    return getattr(getattr(value, "device", None), "type", "cpu") != "cpu"
