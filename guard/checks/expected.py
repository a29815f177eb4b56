"""EXPECT: original parameters do not train with the hyperparameters that the user has stated."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from guard.auditing import Finding
from guard.look import Look, ParameterGroup, same, shown
from guard.names import counted

Expected = Mapping[str, Mapping[str, Any]]
REMEDY = "look at which names each group's filter selects from the model as it is when the optimizer is built"


def check(look: Look) -> Iterator[Finding]:
    """One finding for each hyperparameter and value that names have instead of the one that is stated for them."""
    if not look.expected:
        return
    wrong: dict[tuple[str, str, str], list[str]] = {}
    for group in look.groups:
        for name in (name for parameter in group["params"] for name in look.names(parameter)):
            for key, value in wanted(name, look.expected).items():
                found = _hyperparameter(group, key)
                if not same(found, value):
                    wrong.setdefault((key, shown(value), shown(found)), []).append(name)
    for (key, stated, found), names in wrong.items():
        them = "it" if len(names) == 1 else "them"
        message = f"{key}={stated} is stated for {counted(names)}, but {key}={found} is what trains {them}"
        yield Finding("EXPECT", message, REMEDY)


def absent(look: Look, held: frozenset[str]) -> Iterator[Finding]:
    """Patterns that no name matches, and names that match one, train, and were given to no optimizer.

    Of these only the models are looked at that this optimizer trains a part of, or all where it holds nothing; `held`
    are the names that were given to any optimizer, since a library may have put others in their place by now.
    """
    known = look.owned().parameters
    mine = {known[id(p)].root for group in look.groups for p in group["params"] if id(p) in known}
    names = dict.fromkeys(name for one in known.values() for name in one.names) | dict.fromkeys(held)
    if not any(group["params"] for group in look.groups):
        mine = {one.root for one in known.values()}
    training = [name for one in known.values() if one.trainable and one.root in mine for name in one.names]
    for pattern in look.expected:
        if not any(map(_regular(pattern).match, names)):
            yield Finding("EXPECT", f"no parameter's name matches {pattern!r}", "state names of the unwrapped model")
        missing = [name for name in training if name not in held and _regular(pattern).match(name)]
        if missing:
            yield Finding("EXPECT", f"no optimizer holds {counted(missing)}, which {pattern!r} states", REMEDY)


def wanted(name: str, expected: Expected) -> dict[str, Any]:
    """What is stated for a name: a later pattern goes before an earlier one."""
    found: dict[str, Any] = {}
    for pattern, values in expected.items():
        if _regular(pattern).match(name):
            found.update(values)
    return found


@functools.cache
def _regular(pattern: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(pattern))


def _hyperparameter(group: ParameterGroup, key: str) -> Any:
    """A scheduler may have changed the learning rate already; it keeps the one that the group was made with."""
    return group.get("initial_lr", group.get("lr")) if key == "lr" else group.get(key)
