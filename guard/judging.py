"""The audit of an optimizer: its groups, and what the checks say of them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from guard.auditing import Audit, Finding, Group
from guard.checks import CHECKS
from guard.look import Look, ParameterGroup, differing
from guard.ownership import of_live_modules, of_modules
from guard.parameters import flat, is_leaf, local_elements, original_elements
from guard.records import Records

LABELS = ("name", "group_name")


def look_at(optimizer: Any, records: Records, models: Iterable[Any] | None = None) -> Look:
    """What the checks see of an optimizer; names come from `models`, else from all that live when one is asked for."""
    groups: list[ParameterGroup] = list(optimizer.param_groups)
    owned = functools.cache(of_live_modules if models is None else lambda: of_modules(models))
    different = differing(groups, getattr(optimizer, "defaults", {}))
    return Look(groups, different, owned, records.wrap, records.expected, records.flattened)


def judge(look: Look) -> tuple[Finding, ...]:
    """What is wrong with an optimizer's groups."""
    return tuple(finding for check in CHECKS for finding in check(look))


def audit_of(
    optimizer: Any, look: Look, findings: Iterable[Finding], place: str, replaced: Mapping[int, str] | None = None
) -> Audit:
    """The audit with the groups' contents; `replaced` names the parameters that no module owns any more."""
    groups = tuple(_group(group, look, replaced or {}) for group in look.groups)
    return Audit(type(optimizer).__name__, place, groups, tuple(findings))


def _group(group: ParameterGroup, look: Look, replaced: Mapping[int, str]) -> Group:
    tensors = list(group["params"])
    names = [(replaced[id(one)],) if id(one) in replaced else look.names(one) or ("?",) for one in tensors]
    labels = [key for key in LABELS if isinstance(group.get(key), str)]
    return Group(
        {key: group.get(key) for key in (*labels, *look.differing)},
        len(tensors),
        sum(local_elements(parameter) for parameter in tensors),
        sum(original_elements(parameter) for parameter in tensors),
        sum(is_leaf(parameter) for parameter in tensors),
        tuple(name for several in names for name in several),
        _verdict(tensors, replaced),
    )


def _verdict(tensors: list[Any], replaced: Mapping[int, str]) -> str:
    if not tensors:
        return "empty"
    if any(id(one) in replaced for one in tensors):
        return "stale"
    if any(one is not None and len(one.names) > 1 for one in map(flat, tensors)):
        return "flat"
    return "ok"
