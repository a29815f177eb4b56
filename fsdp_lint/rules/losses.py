"""Where a need meets a loss: which wraps took away what a selection looks at.

The one place in which the table of `fsdp_lint.libraries` and the needs of the trace are held against each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fsdp_lint.libraries.model import LOST, PREFIXED
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.guards import Guard, both, possible
from fsdp_lint.trace.values import Need, Selection, Thing, Variant, Wrapped
from fsdp_lint.trace.wrapping import effect_of

COLUMNS = {"names": "names", "plain names": "names", "shapes": "shapes", "modules": "modules", "objects": "objects"}
LEAVES = re.compile(r"bias|weight$|norm|(^|[._])(ln|bn|gamma|beta|scale)(_?\w{0,3})?($|[._])", re.I)
"""Names of single parameters or of layers too small to be units of their own."""

ELEMENT = re.compile(r"(^|\.)\d+\.?$")
"""The end of the name of an element of a list of modules."""

INSIDE_ELEMENT = re.compile(r"(^|\.)\d+\.\w")
"""A name of what is inside an element of a list of modules."""

LAYERS = re.compile(r"Norm(\dd)?$|^(Linear|Conv\dd)$")
"""Classes of layers that each block of a model has."""

PARTS_OF_BLOCKS = re.compile(r"attention|attn|mlp|feed_?forward|ffn", re.I)
"""Names of parts that each block of a model has."""

SUB_BLOCKS = re.compile(r"attention|attn|mlp|feed_?forward|ffn|norm|embed|head|linear|expert|lora|conv", re.I)
"""Classes of parts of a block: a policy that names them may cut units along the groups."""


class Loss(NamedTuple):
    """What one wrap took from one need; `certain` unless the deciding value is not in the source."""

    need: Need
    wrap: Wrapped
    variant: Variant
    status: str
    certain: bool

    @property
    def is_ahead(self) -> bool:
        """Whether a prefix stands before the whole name, and not inside of it, where a unit begins."""
        return self.wrap.moment in self.need.outer


class Verdict(NamedTuple):
    """How a wrap's variants stand to a need: the one that loses, and whether that is certain."""

    variant: Variant
    status: str
    certain: bool


def verdict(wrap: Wrapped, guard: Guard, column: str, statuses: tuple[str, ...]) -> Verdict | None:
    """Whether a wrap, on the paths of `guard`, does to a column one of the statuses."""
    path = both(guard, wrap.guard)
    if not path:
        return None
    there = [v for v in wrap.variants if possible(path, v.guard)]
    losers = [v for v in there if getattr(v.effect, column) in statuses]
    if not losers:
        return None
    certain = len(losers) == len(there) or any(v.likely is None for v in losers)
    if not certain and not any(v.likely in ("yes", "open") for v in losers):
        return None
    first = min(losers, key=lambda v: ("yes", None, "open", "no").index(v.likely))
    return Verdict(first, getattr(first.effect, column), certain)


def losses(trace: Trace, need: Need, guard: Guard) -> list[Loss]:
    """Every wrap that took what a need looks at, on the paths of `guard`."""
    found: list[Loss] = []
    for wrap in trace.run.wraps.values():
        if not need.recorded < wrap.moment < need.moment:
            continue
        loss = _loss(trace, need, wrap, guard)
        if loss is not None:
            found.append(loss)
    return found


def _loss(trace: Trace, need: Need, wrap: Wrapped, guard: Guard) -> Loss | None:
    place = relation(trace, wrap.thing, need.thing)
    if place is None and _walked_into(trace, need, wrap):
        place = "above"
    if place is None or _is_ignored(trace, wrap, need.thing):
        return None
    if need.kind == "modules":
        return _module_loss(trace, need, wrap, guard, place)
    if need.kind in ("names", "plain names"):
        return _name_loss(trace, need, wrap, guard, place)
    if need.marked is not None and relation(trace, wrap.thing, need.marked) is None:
        return None
    found = verdict(wrap, guard, COLUMNS[need.kind], (LOST,))
    return None if found is None else Loss(need, wrap, found.variant, found.status, found.certain)


def _is_ignored(trace: Trace, wrap: Wrapped, thing: Thing) -> bool:
    """Whether a wrap leaves a module as it was."""
    return any(relation(trace, one, thing) in ("self", "above") for one in wrap.ignored)


def keeps(loss: Loss) -> bool:
    """Whether the wrapper has a flag, the other value of which leaves what the selection needs."""
    wrapper = loss.wrap.wrapper
    if wrapper.keep is None:
        return False
    keyword, losing = wrapper.keep
    after = effect_of(wrapper, {**dict(loss.variant.flags), keyword: not losing})
    return bool(getattr(after, COLUMNS[loss.need.kind]) != LOST)


def relation(trace: Trace, wrapped: Thing, looked_at: Thing) -> str | None:
    """Where a wrapped module is, seen from another one: "self", "above", "below", or None if it is another model."""
    if wrapped.id == looked_at.id:
        return "self"
    if any(above.id == wrapped.id for above in trace.run.ancestors(looked_at)):
        return "above"
    if any(above.id == looked_at.id for above in trace.run.ancestors(wrapped)):
        return "below"
    return None


def _walked_into(trace: Trace, need: Need, wrap: Wrapped) -> bool:
    """Whether a walk over all modules looks for layers that are in a unit, where that is a block of the model."""
    if need.kind != "modules" or not _is_element(wrap.thing) or not _is_walked_over(trace, wrap.thing, need.thing):
        return False
    return any(LEAVES.search(text) or LAYERS.search(text) for text in need.texts)


def _is_walked_over(trace: Trace, thing: Thing, walked: Thing) -> bool:
    """Whether a module comes up in a walk over all modules of a model."""
    return walked.name == "**" and any(above.id == walked.parent for above in trace.run.ancestors(thing))


def _is_element(thing: Thing) -> bool:
    return thing.name == "*" or thing.name.startswith("[")


def _module_loss(trace: Trace, need: Need, wrap: Wrapped, guard: Guard, place: str) -> Loss | None:
    """A module lost its parameters to a unit that is larger than itself."""
    if place != "above" or _own_unit(trace, need.thing, need.moment, guard):
        return None
    if need.thing.name.startswith("[") and _names_blocks(wrap):
        return None
    found = verdict(wrap, guard, "modules", (LOST,))
    if found is None:
        return None
    certain = found.certain and not _may_follow(trace, wrap)
    return Loss(need, wrap, found.variant, found.status, certain)


def _own_unit(trace: Trace, thing: Thing, moment: int, guard: Guard) -> bool:
    """Whether the module is a unit of its own by then, or all of its elements are: it keeps its parameters."""
    return any(
        wrap.moment < moment
        and (_same_place(trace, wrap.thing, thing) or (wrap.thing.name == "*" and wrap.thing.parent == thing.id))
        and verdict(wrap, guard, "modules", (LOST,)) is not None
        for wrap in trace.run.wraps.values()
    )


def _same_place(trace: Trace, wrapped: Thing, thing: Thing) -> bool:
    """Whether a module is the one that was wrapped, or one of those that a loop has wrapped."""
    if wrapped.id == thing.id:
        return True
    loop = {top.id: path for top, path in trace.run.paths(wrapped) if "*" in path}
    return any(top.id in loop and _places(loop[top.id]) == _places(path) for top, path in trace.run.paths(thing))


def _places(path: Sequence[str]) -> list[str]:
    return ["*" if name.startswith("[") else name for name in path]


def _name_loss(trace: Trace, need: Need, wrap: Wrapped, guard: Guard, place: str) -> Loss | None:
    if need.kind == "plain names" and wrap.moment in need.outer:
        prefixed = verdict(wrap, guard, "names", (PREFIXED,))
        if prefixed is not None:
            return Loss(need, wrap, prefixed.variant, prefixed.status, prefixed.certain and not need.open)
    if need.kind == "plain names" and _prefixes_inside(trace, need, wrap, place):
        prefixed = verdict(wrap, guard, "names", (PREFIXED,))
        if prefixed is not None:
            return Loss(need, wrap, prefixed.variant, prefixed.status, prefixed.certain and not need.open)
    found = verdict(wrap, guard, "names", (LOST,))
    if found is None:
        return None
    follows = _follows(trace, need, wrap, guard, place)
    if follows == "yes":
        return None
    return Loss(need, wrap, found.variant, found.status, found.certain and follows == "no")


def _prefixes_inside(trace: Trace, need: Need, wrap: Wrapped, place: str) -> bool:
    """Whether a unit puts its prefix into the middle of the names that a test is for."""
    if not wrap.wrapper.outside and any(trace.run.wraps[one].wrapper.inside is not None for one in need.outer):
        return False  # from outside the library hides it at every depth
    if place == "self":
        return _names_blocks(wrap) and any(map(INSIDE_ELEMENT.search, need.texts))
    unit = _path(trace, wrap.thing, need.thing) if place == "below" else []
    return bool(unit) and any(_goes_through(text, unit) for text in need.texts)


def _goes_through(text: str, unit: list[str]) -> bool:
    """Whether the name of a parameter inside a unit stands in a test, from its first part on."""
    parts = text.split(".")
    return (
        len(parts) > len(unit)
        and all(one == part or (one == "*" and part.isdigit()) or one == f"[{part}]" for one, part in zip(unit, parts))
        and parts[len(unit)] != ""
    )


def _follows(trace: Trace, need: Need, wrap: Wrapped, guard: Guard, place: str) -> str:
    """Whether the units are cut along the test: "yes", "no", or "perhaps" where the source does not tell."""
    leaf = any(LEAVES.search(text) for text in need.texts)
    units = _unit_paths(trace, need, guard) if need.kind == "names" or not need.outer else []
    if need.kind == "names":
        if need.texts and all(any(_in_path(text, path) for path in units) for text in need.texts):
            return "yes"
        if units and not need.texts:
            return "perhaps"
    if (need.kind == "names" or not need.outer) and _cuts_elements(need, wrap, units):
        return "yes"
    if place == "below":
        return _follows_below(trace, need, wrap.thing, leaf)
    return "perhaps" if not leaf and _may_follow(trace, wrap) else "no"


def _follows_below(trace: Trace, need: Need, wrapped: Thing, leaf: bool) -> str:
    """The same for one unit in the module looked at: only a test for what is inside of it loses anything."""
    unit = _path(trace, wrapped, need.thing)
    if need.kind == "plain names" and _names_elsewhere(need, unit):
        return "yes"
    return "no" if leaf or (_is_element(wrapped) and any(map(PARTS_OF_BLOCKS.search, need.texts))) else "yes"


def _is_elsewhere(text: str, unit: list[str]) -> bool:
    """Whether a name, or the beginning of one, leads to another place than a unit."""
    *whole, last = text.split(".")
    above = [one == part or one == "*" or one == f"[{part}]" for one, part in zip(unit, whole)]
    beyond = unit[len(whole) :]
    return not all(above) or bool(beyond and beyond[0].isidentifier() and not beyond[0].startswith(last))


def _may_follow(trace: Trace, wrap: Wrapped) -> bool:
    """Whether a policy may cut units along a test: it is unknown, or it names parts of blocks.

    It may be that of an earlier call, as fairscale's `auto_wrap` is, which has left this one the rest.
    """
    before = [one for one in trace.run.wraps.values() if one.thing.id == wrap.thing.id and one.moment < wrap.moment]
    policies = [one.policy for one in (*before, wrap) if one.policy is not None]
    return any(not one.known or any(SUB_BLOCKS.search(name) for name in one.classes) for one in policies)


def _cuts_elements(need: Need, wrap: Wrapped, units: list[list[str]]) -> bool:
    """Whether a test is for one whole element of a list (`layers.0.`), and all are units of their own.

    They are by a loop over the list, or by a policy that names blocks.
    """
    if not need.texts or not all(map(ELEMENT.search, need.texts)):
        return False
    if _names_blocks(wrap):
        return True
    lists = [".".join(path[:-1]) for path in units if path[-1:] == ["*"]]
    return all(any(_list_of(text) == one or one.endswith(f".{_list_of(text)}") for one in lists) for text in need.texts)


def _names_blocks(wrap: Wrapped) -> bool:
    """Whether a policy names the classes of whole blocks, which are the elements of lists of modules."""
    policy = wrap.policy
    return policy is not None and policy.known and not any(SUB_BLOCKS.search(name) for name in policy.classes)


def _list_of(text: str) -> str:
    return ELEMENT.sub("", text).strip(".")


def _unit_paths(trace: Trace, need: Need, guard: Guard) -> list[list[str]]:
    """The paths, from the module looked at, of the flattened units in it."""
    paths: list[list[str]] = []
    for wrap in trace.run.wraps.values():
        if wrap.moment >= need.moment or relation(trace, wrap.thing, need.thing) != "below":
            continue
        if verdict(wrap, guard, "names", (LOST,)) is not None:
            paths.append(_path(trace, wrap.thing, need.thing))
    for wrap in trace.run.wraps.values():
        paths += [_path(trace, one, need.thing) for one in wrap.ignored if wrap.moment < need.moment]
    return paths


def _path(trace: Trace, thing: Thing, top: Thing) -> list[str]:
    return next((list(path) for above, path in trace.run.paths(thing) if above.id == top.id), [])


def _in_path(text: str, path: list[str]) -> bool:
    core = text.strip(".")
    path = [name for name in path if name not in ("*", "**")]
    return any(core in name for name in path) or core in ".".join(path)


def stale(trace: Trace, selection: Selection, guard: Guard) -> list[Loss]:
    """The wraps that replaced a selection's Parameter objects after they were taken."""
    found: list[Loss] = []
    for wrap in trace.run.wraps.values():
        if wrap.moment <= selection.moment or not _may_be_in(trace, selection, wrap):
            continue
        if _is_ignored(trace, wrap, selection.thing):
            continue
        if _taken_from_unit(trace, selection, wrap, guard) or _is_spared(trace, selection, wrap):
            continue
        one = verdict(wrap, both(guard, selection.guard), "objects", (LOST,))
        if one is not None:
            need = Need("objects", selection.site, wrap.moment + 1, selection.thing, selection.outer)
            found.append(Loss(need, wrap, one.variant, one.status, one.certain))
    return found


def _may_be_in(trace: Trace, selection: Selection, wrap: Wrapped) -> bool:
    """Whether selected parameters are in what was wrapped; in a walk, unless it looks for what blocks do not have."""
    if relation(trace, wrap.thing, selection.thing) is not None:
        return True
    needs = [need for need in selection.needs if need.kind == "modules" and need.thing == selection.thing]
    return _is_walked_over(trace, wrap.thing, selection.thing) and all(
        need.holds is not True or _walked_into(trace, need, wrap) for need in needs
    )


def _is_spared(trace: Trace, selection: Selection, wrap: Wrapped) -> bool:
    """Whether none of the selected parameters is in a unit."""
    if relation(trace, wrap.thing, selection.thing) != "below":
        return False
    unit = _path(trace, wrap.thing, selection.thing)
    return any(
        (need.marked is not None and relation(trace, wrap.thing, need.marked) is None)
        or (need.kind == "plain names" and _names_elsewhere(need, unit))
        for need in selection.needs
        if need.holds
    )


def _names_elsewhere(need: Need, unit: list[str]) -> bool:
    return not need.outer and bool(need.texts) and all(_is_elsewhere(text, unit) for text in need.texts)


def _taken_from_unit(trace: Trace, selection: Selection, wrap: Wrapped, guard: Guard) -> bool:
    """Whether the parameters were those of a finished unit already, which a wrap above it leaves alone."""
    if relation(trace, wrap.thing, selection.thing) != "above":
        return False
    return any(
        one.moment < selection.moment and one.thing.id == selection.thing.id and verdict(one, guard, "objects", (LOST,))
        for one in trace.run.wraps.values()
    )


def local_gradients(trace: Trace, selection: Selection, moment: int, guard: Guard) -> list[Loss]:
    """The wraps that leave only a rank's share of a selection's gradients on it."""
    found: list[Loss] = []
    for wrap in trace.run.wraps.values():
        if wrap.moment >= moment or relation(trace, wrap.thing, selection.thing) is None:
            continue
        one = verdict(wrap, both(guard, selection.guard), "gradients", (LOST,))
        if one is not None and not (selection.moment < wrap.moment and one.variant.effect.objects == LOST):
            need = Need("gradients", selection.site, moment, selection.thing, selection.outer)
            found.append(Loss(need, wrap, one.variant, one.status, one.certain))
    return found
