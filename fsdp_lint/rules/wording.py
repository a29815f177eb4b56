"""The words that the rules share: what a wrap did, what a selection finds, which hyperparameters reach nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fsdp_lint.libraries.model import LOST, PREFIXED
from fsdp_lint.rules import remedies
from fsdp_lint.rules.evidence import Judged, lost_entirely, settings
from fsdp_lint.rules.losses import Loss, keeps
from fsdp_lint.rules.rule import Draft, Mark, Remedy
from fsdp_lint.rules.units import Advice
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.values import Group, Site


def severity(losses: Iterable[Loss]) -> str:
    """Error where one loss is certain."""
    return "error" if any(loss.certain for loss in losses) else "warning"


def wrap_label(loss: Loss) -> str:
    """What a wrap keeps and loses, and which flag or default did it."""
    effect, wrapper = loss.variant.effect, loss.wrap.wrapper
    if effect.names == LOST:
        return f"{wrapper.title} flattens here{_reason(loss)}: {effect.becomes}"
    if effect.names == PREFIXED and loss.status == PREFIXED:
        if not loss.is_ahead:
            return f"{wrapper.title}: every name in this unit has `{effect.prefix}` inside from here on"
        return f"{wrapper.title}: every name starts with `{effect.prefix}` from here on"
    if effect.shapes == LOST:
        return f"{wrapper.title} shards here: every parameter becomes a 1-D shard"
    return f"{wrapper.title}: {effect.becomes}"


def _reason(loss: Loss) -> str:
    keep = loss.wrap.wrapper.keep
    if keep is None:
        return ""
    keyword, losing = keep
    if not loss.certain and loss.variant.likely is not None:
        return f" unless {keyword}={not losing}"
    if keyword in loss.variant.given:
        return f" ({keyword}={losing})"
    return f" ({keyword}={losing} is the default)"


def wrap_marks(losses: Iterable[Loss]) -> list[Mark]:
    """One mark for each wrap."""
    marks: dict[Site, Mark] = {}
    for loss in sorted(losses, key=lambda one: one.wrap.moment):
        marks.setdefault(loss.wrap.site, Mark(loss.wrap.site, wrap_label(loss)))
    return list(marks.values())


def place(loss: Loss) -> Site:
    """Where a selection is made: the collection that is gone through."""
    origin = loss.need.origin
    return origin if origin is not None and origin.file >= 0 else loss.need.site


def selection_label(loss: Loss) -> str:
    """What a selection finds now."""
    need = loss.need
    quoted = _listed(f'"{text}"' for text in need.texts)
    if loss.status == PREFIXED:
        where = "each name starts with" if loss.is_ahead else "names in units have inside"
        return f"{where} `{loss.variant.effect.prefix}`: " + (
            f"none is, or starts with, {quoted}" if quoted else "no exact match or prefix is found"
        )
    if need.kind in ("names", "plain names"):
        test = "contains" if need.kind == "names" else "is, or starts with,"
        what = f"no name {test} {quoted} any more" if quoted else "the names that are tested are gone"
        return what + {True: ": empty", False: ": nothing is left out", None: ""}[need.holds]
    if need.kind == "shapes":
        return "every shard is 1-D: the shapes that are tested are gone"
    if need.kind == "modules":
        return "the modules own no parameter any more: empty"
    if need.kind == "objects":
        return f"no parameter has {quoted} any more" if quoted else "none of the parameters recorded before is here"
    return ""


def _listed(words: Iterable[str]) -> str:
    found = list(words)
    if len(found) > 3:
        return ", ".join(found[:3]) + " …"
    return " or ".join(found) if len(found) < 3 else f"{found[0]}, {found[1]} or {found[2]}"


def _same_test(one: Loss, other: Loss) -> bool:
    return (one.need.kind, one.need.holds, one.status) == (other.need.kind, other.need.holds, other.status)


def selection_marks(losses: Iterable[Loss]) -> list[Mark]:
    """One mark for each selection, in the order in which they run, and minor ones for the tests."""
    marks: dict[Site, Mark] = {}
    found = list(losses)
    for loss in found:
        if place(loss) not in marks:
            alike = [one for one in found if place(one) == place(loss) and _same_test(one, loss)]
            texts = dict.fromkeys(text for one in alike for text in one.need.texts)
            whole = loss._replace(need=replace(loss.need, texts=tuple(texts)))
            marks[place(loss)] = Mark(place(loss), selection_label(whole))
    for loss in found:
        marks.setdefault(loss.need.site, Mark(loss.need.site, "decided here", minor=True))
    return list(marks.values())


def optimizer_mark(judged: Judged) -> Mark:
    """What the optimizer trains with."""
    return Mark(judged.optimizer.site, _reached(judged))


def empty_groups(judged: Judged) -> list[Group]:
    """The groups of which every selection lost the test that it had to pass."""
    gone = {(loss.need.site, loss.need.holds) for loss in judged.losses if lost_entirely(loss)}
    return [
        group
        for group in judged.groups
        if group.selections
        and all(any((need.site, need.holds) in gone for need in one.needs) for one in group.selections)
    ]


def _reached(judged: Judged) -> str:
    empty = empty_groups(judged)
    full = [group for group in judged.groups if group not in empty]
    if len(judged.groups) < 2:
        return "built from what is left"
    if not empty or not full:
        return "its groups are not the ones that were meant"
    differing = {
        name for one in judged.groups for name, key in settings(one).items()
        if any(settings(other).get(name) != key for other in judged.groups)
    }  # fmt: skip
    kept = _shown(full, differing)
    lost = [text for text in _shown(empty, differing) if text not in kept]
    words = "everything trains in one group"
    if kept and len(full) == 1:
        words = f"everything trains with {_listed_all(kept)}"
    if lost:
        words += f"; {_listed_all(lost)} {'reaches' if len(lost) == 1 else 'reach'} no parameter"
    return words


def _shown(groups: Iterable[Group], names: set[str]) -> list[str]:
    found: list[str] = []
    for group in groups:
        for name, _, text in group.hyperparameters:
            shown = f"{name}={text}"
            if name in names and text not in ("", name) and shown not in found:
                found.append(shown)
    return found


def _listed_all(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]


def keep_help(loss: Loss) -> list[str]:
    """The flag that keeps what was lost, where the wrapper has one."""
    keep = loss.wrap.wrapper.keep
    if keep is None or not keeps(loss):
        return []
    return [f"pass {keep[0]}={not keep[1]} to {loss.wrap.wrapper.title.split()[-1]}"]


def about_optimizer(
    judged: Judged,
    code: str,
    message: str,
    help: list[str],  # noqa: A002
    remedy: Remedy | None = None,
) -> Draft:
    """A finding about an optimizer: the wraps, the selections and the optimizer, the first selection first."""
    selections = selection_marks(judged.losses)
    related = [*wrap_marks(judged.losses), *selections[1:], optimizer_mark(judged)]
    about = judged.optimizer.site
    return Draft(code, severity(judged.losses), message, selections[0], tuple(related), tuple(help), about, remedy)


def about_flattened(trace: Trace, judged: Judged, code: str, message: str, advice: Advice | None) -> Draft:
    """A finding about an optimizer after a wrap that flattens: its flag helps, or units of their own."""
    keep = keep_help(judged.losses[0])
    remedy = remedies.keep(trace, judged.losses, keep[0]) if keep else None
    if advice is None:
        return about_optimizer(judged, code, message, keep, remedy)
    draft = about_optimizer(judged, code, message, [*keep, advice.message], remedy)
    return draft._replace(units=advice.units)
