"""What the rules judge by: every optimizer with its groups, and what wraps took from what selects them."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from fsdp_lint.libraries.model import LOST, PREFIXED
from fsdp_lint.rules.losses import Loss, losses, relation, stale
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.guards import Guard, TooManyConditionsError, begin, both, possible
from fsdp_lint.trace.values import (
    Choice,
    Group,
    GroupAdded,
    GroupsReplaced,
    Need,
    OptimizerBuilt,
    OptimizerUsed,
    OptimizerValue,
    Selection,
    Value,
    Wrapped,
)

KINDS = ("names", "modules", "shapes", "objects", "prefix")
"""What can be lost, in the order in which one finding is chosen for an optimizer that lost several."""


WALKED = ("*", "**")
"""What modules are called that a walk goes through: it comes to the wrapper, too."""


class Judged(NamedTuple):
    """An optimizer, its groups (those added later too), and what its selections lost.

    `kind` is the loss that the finding is about: one of KINDS, "stale" or None; `losses` are those of that kind, in the
    order in which the program selects.
    """

    optimizer: OptimizerBuilt
    groups: tuple[Group, ...]
    kind: str | None
    losses: tuple[Loss, ...]


class Evidence(NamedTuple):
    """A traced program and its judged optimizers."""

    trace: Trace
    optimizers: tuple[Judged, ...]


def gather(trace: Trace) -> Evidence:
    """Judge every optimizer of a program."""
    built = [event for event in trace.events if isinstance(event, OptimizerBuilt)]
    return Evidence(trace, tuple(judged for one in built if (judged := _within_reason(trace, one)) is not None))


def _within_reason(trace: Trace, optimizer: OptimizerBuilt) -> Judged | None:
    """The judgement, unless its conditions are too many to be held against each other."""
    begin()
    try:
        return _judge(trace, optimizer)
    except TooManyConditionsError:
        return None


def _judge(trace: Trace, optimizer: OptimizerBuilt) -> Judged:
    added = [e for e in trace.events if isinstance(e, GroupAdded) and e.optimizer == optimizer.moment]
    groups = (*optimizer.groups, *(replace(g, guard=both(g.guard, e.guard)) for e in added for g in e.groups))
    groups = tuple(g for g in groups if possible(g.guard, optimizer.guard))
    found = _lost(trace, optimizer, groups) if _splits(groups) else _left_out(trace, optimizer, groups)
    for only_certain in (True, False):
        for kind in KINDS:
            chosen = [x for x in found if kind_of(x) == kind and (x.certain or not only_certain)]
            if chosen:
                alike = [x for x in found if kind_of(x) == kind]
                return Judged(optimizer, groups, kind, tuple(sorted(alike, key=lambda x: x.need.moment)))
    old = _stale(trace, optimizer, groups)
    return Judged(optimizer, groups, "stale" if old else None, tuple(old))


def kind_of(loss: Loss) -> str:
    """Which of KINDS a loss is."""
    if loss.status == PREFIXED:
        return "prefix"
    return "names" if loss.need.kind == "plain names" else loss.need.kind


def _splits(groups: tuple[Group, ...]) -> bool:
    """Whether it matters which parameter is in which group: a single filtered list, or hyperparameters that differ."""
    if len(groups) < 2 and not any(g.many for g in groups):
        return True
    if any(g.many and g.varies for g in groups) or any(g.many and _computed(g) for g in groups):
        return True
    for index, one in enumerate(groups):
        for other in groups[index + 1 :]:
            if settings(one) != settings(other) and possible(one.guard, other.guard):
                return True
    return not any(possible(a.guard, b.guard) for i, a in enumerate(groups) for b in groups[i + 1 :])


def _computed(group: Group) -> bool:
    """Whether a group that stands for many has hyperparameters computed for each of them."""
    return any(
        isinstance(key, tuple) and key[:1] in (("derived",), ("computed",)) for _, key, _ in group.hyperparameters
    )


def settings(group: Group) -> dict[str, object]:
    """A group's hyperparameters by name."""
    return {name: key for name, key, _ in group.hyperparameters}


def _lost(trace: Trace, optimizer: OptimizerBuilt, groups: tuple[Group, ...]) -> list[Loss]:
    found: list[Loss] = []
    seen: set[object] = set()
    for group in groups:
        for selection in group.selections:
            guard = _all(optimizer.guard, group.guard, selection.guard)
            if not guard:
                continue
            for need in selection.needs:
                for loss in losses(trace, need, guard):
                    key = (_where(need), loss.wrap.moment, loss.status)
                    if key not in seen:
                        seen.add(key)
                        found.append(loss)
    return found


def _left_out(trace: Trace, optimizer: OptimizerBuilt, groups: tuple[Group, ...]) -> list[Loss]:
    """What groups that do not differ lose all the same: what modules owned, where no group has all of the model."""
    things = [selection.thing for group in groups for selection in group.selections]
    if any(thing.name in WALKED for thing in things):
        return []
    return [
        loss
        for loss in _lost(trace, optimizer, groups)
        if loss.need.kind == "modules"
        and not any(relation(trace, loss.wrap.thing, thing) in ("self", "below") for thing in things)
    ]


def _where(need: Need) -> object:
    return (need.kind, need.site, need.origin, need.texts, need.holds)


def _all(*guards: Guard) -> Guard:
    result = guards[0]
    for guard in guards[1:]:
        result = both(result, guard)
    return result


def _stale(trace: Trace, optimizer: OptimizerBuilt, groups: tuple[Group, ...]) -> list[Loss]:
    """The wraps after which the optimizer, still in use, holds parameters that no module has."""
    uses = [e for e in trace.events if isinstance(e, OptimizerUsed) and e.optimizer == optimizer.moment]
    replaced = [e for e in trace.events if isinstance(e, GroupsReplaced) and e.optimizer == optimizer.moment]
    found: list[Loss] = []
    for group in groups:
        for selection in group.selections:
            guard = _all(optimizer.guard, group.guard, selection.guard)
            # Where a test decides no more than a rate, what did not pass it is in a group of this kind as well.
            held = replace(selection, needs=()) if group.varies else selection
            for loss in stale(trace, held, guard) if guard else []:
                if loss.variant.effect.repoints and _is_repointed(trace, optimizer, selection, loss.wrap):
                    continue
                path = both(guard, loss.wrap.guard)
                mended = any(one.moment > loss.wrap.moment and possible(path, one.guard) for one in replaced)
                if not mended and any(use.moment > loss.wrap.moment and possible(path, use.guard) for use in uses):
                    found.append(loss)
    return found


def _is_repointed(trace: Trace, optimizer: OptimizerBuilt, selection: Selection, wrap: Wrapped) -> bool:
    """Whether an optimizer has a selection when the library wraps, and is given to it there."""
    later = (e for e in trace.events if isinstance(e, GroupAdded) and e.optimizer == optimizer.moment)
    return (
        optimizer.moment < wrap.moment
        and _may_be_handed(optimizer, trace.run.handed.get(wrap.site, []))
        and not any(
            selection in group.selections for event in later if event.moment > wrap.moment for group in event.groups
        )
    )


def _may_be_handed(optimizer: OptimizerBuilt, values: list[Value]) -> bool:
    """Whether an optimizer is among what a call is given, or what may be one is, and no other."""
    options = [one for value in values for one in _options(value)]
    moments = [one.moment for one in options if isinstance(one, OptimizerValue)]
    return optimizer.moment in moments if moments else len(values) > 1


def _options(value: Value) -> list[Value]:
    return [one.value for one in value.options] if isinstance(value, Choice) else [value]


def lost_entirely(loss: Loss) -> bool:
    """Whether what passed the test can no longer pass it: the group comes out empty."""
    return loss.status == LOST and loss.need.holds is True and loss.need.kind in ("names", "plain names", "modules")
