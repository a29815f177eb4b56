"""Which remedies are sure: the changes of a program after which a finding is gone and nothing else is different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fsdp_lint.libraries import AUTO_WRAP, WRAP, WRAPPERS
from fsdp_lint.libraries.model import LOST, PREFIXED, Wrapper
from fsdp_lint.rules.losses import Loss, keeps, relation
from fsdp_lint.rules.rule import (
    AddFlag,
    Change,
    ClipByWrapper,
    GoThrough,
    MoveAbove,
    MoveBelow,
    NoteShapes,
    Remedy,
    SetFlag,
    Wrapping,
)
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.values import Clipped, Frozen, GroupAdded, Need, OptimizerBuilt, Selection, Site, Wrapped


def keep(trace: Trace, losses: Iterable[Loss], message: str) -> Remedy | None:
    """The flag that keeps the names, in every wrap that lost something and in the other units of the same models.

    None where the flag would not help, or where what gives it is not in the source for sure.
    """
    changes: list[Change] = []
    for loss in losses:
        # The units of a policy would prefix parts of the names.
        if (
            not keeps(loss)
            or _are_noted_otherwise(trace, loss.need)
            or (loss.need.kind == "plain names" and loss.wrap.policy is not None)
        ):
            return None
        for wrap in _units(trace, loss.wrap):
            change = _flag(trace, wrap)
            if change is None or any(_is_hindered(trace, one) for one in _alike(trace, wrap)):
                return None
            changes.append(change)
    return Remedy(message, tuple(dict.fromkeys(changes)))


def _are_noted_otherwise(trace: Trace, need: Need) -> bool:
    """Whether names that a walk over modules noted are looked up elsewhere, where the wrapper has two for a parameter.

    It hides its prefix from the names of parameters, and not from those of the modules that hold them.
    """
    return (
        need.kind == "modules"
        and need.by_name
        and any(w.wrapper.inside is not None and w.thing.id == need.thing.parent for w in trace.run.wraps.values())
    )


def _is_hindered(trace: Trace, wrap: Wrapped) -> bool:
    """Whether the flag alone would not do, or would do something else."""
    return _would_freeze(trace, wrap) or _is_too_late(trace, wrap) or _may_prefix(trace, wrap)


def _may_prefix(trace: Trace, wrap: Wrapped) -> bool:
    """Whether units that the source does not tell may prefix, unflattened, parts of exact names that groups test."""
    return (wrap.policy is not None and not wrap.policy.known) and any(
        need.kind == "plain names" and relation(trace, wrap.thing, need.thing) is not None
        for event in trace.events
        if isinstance(event, (OptimizerBuilt, GroupAdded))
        for group in event.groups
        for selection in group.selections
        for need in selection.needs
    )


def _would_freeze(trace: Trace, wrap: Wrapped) -> bool:
    """Whether a part of what is wrapped is frozen, before or after, where the wrapper stops at that unless it flattens.

    While it flattens them a unit is frozen as a whole, or nothing in it.
    """
    return not wrap.wrapper.freezes and any(
        relation(trace, wrap.thing, event.selection.thing) is not None
        for event in trace.events
        if isinstance(event, Frozen)
    )


def _is_too_late(trace: Trace, wrap: Wrapped) -> bool:
    """Whether an optimizer was built from the model before the wrap: the flag alone would mend nothing of it."""
    return any(
        event.moment < wrap.moment and relation(trace, wrap.thing, selection.thing) is not None
        for event in trace.events
        if isinstance(event, OptimizerBuilt)
        for group in event.groups
        for selection in group.selections
    )


def _units(trace: Trace, wrap: Wrapped) -> list[Wrapped]:
    """A wrap and those of the same model by the same wrapper, which have to agree on the flag."""
    return [
        other
        for other in trace.run.wraps.values()
        if other.wrapper == wrap.wrapper and relation(trace, other.thing, wrap.thing) is not None and _loses(other)
    ]


def _alike(trace: Trace, wrap: Wrapped) -> list[Wrapped]:
    """The wraps, of whatever models, that get their flag from the same place."""
    supply = wrap.supply
    return [
        other
        for other in trace.run.wraps.values()
        if supply is not None and other.supply is not None and other.supply.site == supply.site
    ]


def _loses(wrap: Wrapped) -> bool:
    return any(variant.effect.names == LOST for variant in wrap.variants)


def _flag(trace: Trace, wrap: Wrapped) -> Change | None:
    if wrap.supply is None or wrap.wrapper.keep is None:
        return None
    if not wrap.supply.given and not _takes_keyword(trace, wrap):
        return None
    keyword, losing = wrap.wrapper.keep
    change = SetFlag if wrap.supply.given else AddFlag
    return change(wrap.supply.site, keyword, not losing)


def _takes_keyword(trace: Trace, wrap: Wrapped) -> bool:
    """Whether nothing else is called there that does not know the keyword, and it is given there on no other path."""
    here = (other for other in trace.run.wraps.values() if other.site == wrap.site)
    others = (other.supply for other in here if other.wrapper.outside)
    called = trace.run.callees.get(wrap.site, set())
    return called <= {*wrap.wrapper.paths, *WRAP, *AUTO_WRAP} and all(
        supply is not None and not supply.given for supply in others
    )


def clip(trace: Trace, events: Sequence[Clipped], message: str) -> Remedy | None:
    """The wrapper's own clipping, where all that the call ever clips are whole models as the wrapper's own objects."""
    if all(event.name.startswith("clip_grad_norm") and _is_root(trace, event) for event in events):
        return Remedy(message, (ClipByWrapper(events[0].site),))
    return None


def _is_root(trace: Trace, event: Clipped) -> bool:
    selection = event.selection
    if not selection.outer or not _is_whole(selection):
        return False
    wrapper = trace.run.wraps[selection.outer[-1]].wrapper
    above = any(
        wrap.moment < event.moment and relation(trace, wrap.thing, selection.thing) == "above"
        for wrap in trace.run.wraps.values()
    )
    return wrapper.own_clip and _is_object(wrapper) and not above


def _is_whole(selection: Selection) -> bool:
    """Whether nothing chose among the parameters: the one need is that of reading the module as an attribute."""
    return selection.recurse and all(
        need.kind == "modules" and need.site == selection.site and need.thing == selection.thing
        for need in selection.needs
    )


def _is_object(wrapper: Wrapper) -> bool:
    """Whether the program holds the wrapper's object itself: a launcher may hand out an object of its own."""
    return any(path in WRAPPERS for path in wrapper.paths)


def go_through(trace: Trace, losses: Iterable[Loss], message: str) -> Remedy | None:
    """The module inside the wrapper, where its names are plain; None where inner units have prefixes of their own."""
    changes: list[Change] = []
    for loss in losses:
        origin, outer = loss.need.origin, loss.need.outer
        if loss.need.open or origin is None or trace.run.viewed.get(origin) != {outer} or loss.wrap.moment not in outer:
            return None
        if any(_prefixes(wrap) for wrap in _beside(trace, loss)) or loss.wrap.policy is not None:
            return None
        inner = _inner(trace, outer)
        if inner is None:
            return None
        changes.append(GoThrough(origin, inner))
    return Remedy(message, tuple(dict.fromkeys(changes)))


def _beside(trace: Trace, loss: Loss) -> list[Wrapped]:
    """The other wraps in the model, through whose objects it is not seen."""
    return [
        wrap
        for wrap in trace.run.wraps.values()
        if wrap.moment < loss.need.moment
        and wrap.moment not in loss.need.outer
        and relation(trace, wrap.thing, loss.need.thing) in ("self", "below")
    ]


def _inner(trace: Trace, outer: tuple[int, ...]) -> str | None:
    """The attributes that lead through every wrapper down to the innermost one that prefixes names."""
    wraps = [trace.run.wraps[moment] for moment in outer]
    innermost = next(index for index, wrap in enumerate(wraps) if _prefixes(wrap))
    through = wraps[innermost:]
    if not all(_is_object(wrap.wrapper) for wrap in through):
        return None
    return ".".join(wrap.wrapper.inner for wrap in reversed(through))


def _prefixes(wrap: Wrapped) -> bool:
    return any(variant.effect.names == PREFIXED for variant in wrap.variants)


def build_after(optimizer: Site, losses: Iterable[Loss], message: str) -> Remedy | None:
    """The optimizer below the wraps that replace what it holds; None where these are in another file."""
    wraps = _wrappings(loss.wrap for loss in losses)
    return Remedy(message, (MoveBelow(optimizer, wraps),)) if _are_beside(optimizer, wraps) else None


def note_shapes(trace: Trace, losses: Sequence[Loss], message: str) -> Remedy | None:
    """The shapes noted by name above the one wrap that takes them, which has to keep the names for that.

    None where other wraps of the same model may put prefixes into the names that are noted.
    """
    wrap = losses[0].wrap
    looks = tuple(dict.fromkeys(loss.need.site for loss in losses if loss.need.kind == "shapes"))
    if any(loss.wrap != wrap or loss.need.kind not in ("shapes", "names") or not loss.certain for loss in losses):
        return None
    if not _is_object(wrap.wrapper) or any(site.file != wrap.site.file for site in looks):
        return None
    others = (one for one in trace.run.wraps.values() if one != wrap and one.wrapper.outside)
    if any(relation(trace, one.thing, wrap.thing) is not None for one in others):
        return None
    changes: list[Change] = []
    if _loses(wrap):
        change = _flag(trace, wrap)
        if change is None or any(_is_hindered(trace, one) for one in _alike(trace, wrap)):
            return None
        changes.append(change)
    return Remedy(message, (*changes, NoteShapes(wrap.site, looks, _prefix_of(wrap))))


def _prefix_of(wrap: Wrapped) -> str:
    """What a wrapper that keeps names apart puts before them; "" for nothing."""
    return next((row.effect.prefix for row in wrap.wrapper.rows if row.effect.names == PREFIXED), "")


def freeze_before(trace: Trace, freezing: Site, losses: Sequence[Loss], message: str) -> Remedy | None:
    """The freezing above the wraps, which must not flatten then: what is flattened together is frozen together.

    None where the wrapper stops at frozen parts in any case.
    """
    if not all(loss.wrap.wrapper.freezes for loss in losses):
        return None
    wraps = _wrappings(loss.wrap for loss in losses)
    flattening = [loss for loss in losses if loss.variant.effect.names == LOST]
    changes: list[Change] = [MoveAbove(freezing, wraps)]
    for wrap in (unit for loss in flattening for unit in _units(trace, loss.wrap)):
        change = _flag(trace, wrap)
        if change is None or any(_is_too_late(trace, one) or _may_prefix(trace, one) for one in _alike(trace, wrap)):
            return None
        changes.append(change)
    return Remedy(message, tuple(dict.fromkeys(changes))) if _are_beside(freezing, wraps) else None


def _wrappings(wraps: Iterable[Wrapped]) -> tuple[Wrapping, ...]:
    return tuple(dict.fromkeys(Wrapping(wrap.site, wrap.wrapper.in_place) for wrap in wraps))


def _are_beside(site: Site, wraps: Iterable[Wrapping]) -> bool:
    return all(wrap.site.file == site.file for wrap in wraps)
