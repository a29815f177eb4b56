"""FSDP001: a flat tensor spans what the groups split elsewhere, though no group came out empty.

Happens when only some layers were wrapped in units along the groups: `layers.0.attention` and `layers.0.mlp` are in
groups of their own, while those of `layers.1` lie together in the flat tensor of the outer unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from guard.auditing import Finding
from guard.look import Look
from guard.parameters import flat

_LAYER = re.compile(r"(?:^|.*?\.)\d+\.")


def check(look: Look) -> Iterator[Finding]:
    """The first flat tensor that holds together, in one layer, what another layer has in different groups."""
    if not look.differing or not any(_several(p) for group in look.groups for p in group["params"]):
        return
    layers = _layers(look)
    split = {(kind, pair) for (kind, _), parts in layers.items() for pair in _separated(parts)}
    if not split:
        return
    for group in look.groups:
        for parameter in filter(_several, group["params"]):
            inside = [_parts(name) for name in look.names(parameter)]
            together = _together(inside, split)
            if together:
                yield Finding("FSDP001", _sentence(look, parameter, together), _remedy(parameter))
                return


def _several(parameter: Any) -> bool:
    one = flat(parameter)
    return one is not None and len(one.names) > 1


def _parts(name: str) -> tuple[str, str, str]:
    """Of `model.layers.3.mlp.weight`: its kind of layer `model.layers`, the layer `model.layers.3.`, `mlp.weight`."""
    found = _LAYER.match(name)
    if found is None:
        return "", "", name
    layer = found.group()
    return layer.rstrip("0123456789."), layer, name[len(layer) :]


def _layers(look: Look) -> dict[tuple[str, str], dict[str, tuple[tuple[str, str], ...]]]:
    """For each layer (and its kind) the hyperparameters with which its parts are trained."""
    found: dict[tuple[str, str], dict[str, tuple[tuple[str, str], ...]]] = {}
    for group in look.groups:
        reached = look.hyperparameters(group)
        for parameter in group["params"]:
            for kind, layer, part in map(_parts, look.names(parameter)):
                if layer:
                    found.setdefault((kind, layer), {})[part] = reached
    return found


def _separated(parts: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[tuple[str, str]]:
    """Pairs of parts of one layer that are trained differently: the first of each kind of hyperparameters is enough."""
    first: dict[tuple[tuple[str, str], ...], str] = {}
    for part, reached in parts.items():
        for other, name in first.items():
            if other != reached:
                yield (name, part) if name < part else (part, name)
        first.setdefault(reached, part)


def _together(inside: list[tuple[str, str, str]], split: set[tuple[str, tuple[str, str]]]) -> tuple[str, str] | None:
    """Two names in one flat tensor, of one layer, whose like are trained differently in another layer."""
    by_layer: dict[tuple[str, str], set[str]] = {}
    for kind, layer, part in inside:
        by_layer.setdefault((kind, layer), set()).add(part)
    for kind, (left, right) in sorted(split):
        for (other, layer), parts in by_layer.items():
            if other == kind and left in parts and right in parts:
                return layer + left, layer + right
    return None


def _sentence(look: Look, parameter: Any, together: tuple[str, str]) -> str:
    return (
        f"{look.wrap(parameter)} put {together[0]} and {together[1]} into one flat tensor, while other layers have them"
        " in groups with different hyperparameters: in this layer both train with the same"
    )


def _remedy(parameter: Any) -> str:
    one = flat(parameter)
    return "" if one is None else f"{one.remedy}, or wrap these modules in every layer as units of their own"
