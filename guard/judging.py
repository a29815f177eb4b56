"""The checks: what an optimizer's groups look like after a wrapper has emptied or mixed them.

Only facts that are the same on every rank are used: how many tensors a group holds, what flat parameters stand for,
hyperparameters, and which objects are held; never the number of elements in a shard.
"""

from __future__ import annotations

from typing import Any

from guard.audit import Audit, Finding, Group
from guard.parameters import Flat, Recorded, flat, original_dimensions


def judge(optimizer: Any, names: dict[int, str], recorded: dict[int, Recorded] | None = None) -> Audit:
    """The audit of an optimizer's groups; `names` are those of plain parameters by identity."""
    known = {} if recorded is None else recorded
    groups = list(optimizer.param_groups)
    differing = _differing(groups)
    findings = _lost(groups, differing) or _by_shape(groups, differing, known)
    made = tuple(_group(group, differing, names, known, bool(findings)) for group in groups)
    return Audit(type(optimizer).__name__, made, tuple(findings))


def _differing(groups: list[dict[str, Any]]) -> list[str]:
    """The hyperparameters in which the groups differ."""
    keys = [key for key in groups[0] if key not in ("params", "param_names")] if groups else []
    return [key for key in keys if any(not _same(group.get(key), groups[0].get(key)) for group in groups)]


def _same(left: Any, right: Any) -> bool:
    return left is right or bool(left == right)


def _lost(groups: list[dict[str, Any]], differing: list[str]) -> list[Finding]:
    """A group is empty, and another one with other hyperparameters holds a flat parameter of several originals."""
    empty = [group for group in groups if not group["params"]]
    holders = [(group, one) for group in groups for one in map(flat, group["params"]) if one and len(one.names) > 1]
    for group in empty:
        for holder, one in holders:
            if any(not _same(group.get(key), holder.get(key)) for key in differing):
                return [Finding("FSDP001", _sentence(empty, holder, one, len(groups), differing), one.remedy)]
    return []


def _sentence(empty: list[dict[str, Any]], holder: dict[str, Any], one: Flat, count: int, differing: list[str]) -> str:
    verb = "is" if len(empty) == 1 else "are"
    reached = {(key, repr(holder.get(key))) for key in differing}
    pairs = [(key, repr(group.get(key))) for group in empty for key in differing]
    lost = dict.fromkeys(f"{key}={value}" for key, value in pairs if (key, value) not in reached)
    words = f": {', '.join(lost)} reaches no parameter" if lost else ""
    return (
        f"{len(empty)} of {count} parameter groups {verb} empty, since the wrap put {len(one.names)} parameters into"
        f" one flat tensor{words}"
    )


def _by_shape(groups: list[dict[str, Any]], differing: list[str], recorded: dict[int, Recorded]) -> list[Finding]:
    """Of two groups one is empty, and the other mixes matrices and vectors that sharding has made one-dimensional.

    Only for groups that differ in their weight decay, which is what a split by shape is for: a group that is empty
    because its own filter found nothing differs in its learning rate.
    """
    if len(groups) != 2 or "weight_decay" not in differing:
        return []
    full = [group["params"] for group in groups if group["params"]]
    if len(full) != 1:
        return []
    dimensions = [original_dimensions(parameter, recorded) for parameter in full[0]]
    cut = [d for parameter, d in zip(full[0], dimensions) if d is not None and d > 1 and parameter.dim() == 1]
    if None in dimensions or not cut or all(d is not None and d > 1 for d in dimensions):
        return []
    message = (
        "1 of 2 parameter groups is empty, since sharding has made every parameter one-dimensional: a split by shape"
        f" puts all {len(dimensions)} on one side"
    )
    return [Finding("FSDP002", message, "record which names are matrices before the wrap, and select by name after it")]


def _group(
    group: dict[str, Any], differing: list[str], names: dict[int, str], recorded: dict[int, Recorded], broken: bool
) -> Group:
    tensors = list(group["params"])
    originals: list[str] = []
    elements = 0
    for parameter in tensors:
        one = flat(parameter)
        if one is not None:
            originals += one.names
            elements += one.elements
            continue
        known = recorded.get(id(parameter))
        originals.append(known.name if known is not None else names.get(id(parameter), "?"))
        elements += _elements(getattr(parameter, "_orig_size", None), parameter)
    verdict = "empty" if not tensors else ("holds all that is left" if broken else "ok")
    return Group(
        {key: group.get(key) for key in differing},
        len(tensors),
        sum(_elements(None, parameter) for parameter in tensors),
        elements,
        sum(bool(parameter.is_leaf) for parameter in tensors),
        tuple(originals),
        verdict,
    )


def _elements(size: Any, parameter: Any) -> int:
    if size is not None:
        return int(size.numel())
    try:
        return int(parameter.numel())
    except (RuntimeError, ValueError):  # an uninitialised lazy parameter has no number of elements yet
        return 0
