"""Which modules would have to be units of their own for the groups to be as they are meant, while the wrap flattens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fsdp_lint.libraries import WRAP
from fsdp_lint.rules.losses import LEAVES, Loss, relation
from fsdp_lint.rules.rule import Units
from fsdp_lint.trace.entries import Trace
from fsdp_lint.trace.structure import LIST, MODULE, OPEN, Part, parts
from fsdp_lint.trace.values import ORIGINALLY, Thing, Wrapped

NAME_OF_A_MODULE = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
PIECE_OF_A_PATH = re.compile(r"[^\W\d]\w*|\*|\[-?\d+\]")

Path = tuple[str, ...]


class Advice(NamedTuple):
    """The help that says what to wrap, with its code where all that it would do is in the source."""

    message: str
    units: Units | None


def by_name(trace: Trace, losses: Sequence[Loss]) -> Advice | None:
    """For groups that are selected by name; None where units of their own would not give the names back."""
    texts = tuple(dict.fromkeys(text for loss in losses for text in loss.need.texts))
    words = [text.strip(".") for text in texts]
    if any(loss.need.kind != "names" or loss.need.recorded > ORIGINALLY for loss in losses):
        return None
    if any(LEAVES.search(word) or not NAME_OF_A_MODULE.fullmatch(word) for word in words):
        return None
    shown = f" ({', '.join(words[:4])})" if words else ""
    message = f"or keep flattening and wrap each group's modules{shown} as units of their own"
    wrap = _only_wrap(trace, losses)
    model = losses[0].need.thing
    if wrap is None or wrap.thing.id != model.id or model.type is None or not words:
        return Advice(message, None)
    known = list(parts(trace.run, model.type))
    found = [_named_by(text, known) for text in texts]
    if any(paths == [] for paths in found):
        return None
    paths = [path for one in found for path in one or ()]
    if wrap.policy is not None:
        return Advice(_in_policy(wrap, known, paths) or message, None)
    return Advice(message, _units(message, wrap, paths) if None not in found else None)


def by_module(trace: Trace, losses: Sequence[Loss]) -> Advice | None:
    """For groups that are taken from modules; None where these are found by a walk, which stays inside of units."""
    if any(loss.need.texts or loss.need.thing.name in ("", "**") for loss in losses):
        return None
    message = "or keep flattening and wrap those modules as units of their own"
    wrap = _only_wrap(trace, losses)
    if wrap is None or wrap.policy is not None:
        return Advice(message, None)
    paths = [_called_at(trace, loss.need.thing, wrap.thing) for loss in losses]
    return Advice(message, _units(message, wrap, [path for path in paths if path]) if all(paths) else None)


def _only_wrap(trace: Trace, losses: Sequence[Loss]) -> Wrapped | None:
    """The one wrap that took everything, where it is a call of the wrapper itself for this model alone."""
    wrap = losses[0].wrap
    inner = trace.run.inside.get(wrap.moment)
    others = [one for moment, one in trace.run.wraps.items() if moment not in (wrap.moment, inner)]
    alone = not any(one.site == wrap.site or relation(trace, one.thing, wrap.thing) for one in others)
    called = trace.run.callees.get(wrap.site, set())
    if not alone or wrap.ignored or not called or not called <= {*wrap.wrapper.paths, *WRAP}:
        return None
    return wrap if all(loss.wrap.moment == wrap.moment for loss in losses) else None


def _named_by(text: str, known: Iterable[Part]) -> list[Path] | None:
    """The outermost modules in whose names a text stands; None where the source does not tell whether these are all."""
    found: list[Path] = []
    all_known = not any(piece.isdigit() for piece in text.split("."))
    for part in known:
        if any(part.path[: len(one)] == one for one in found):
            continue
        if part.kind == OPEN:
            all_known = False
        elif part.kind != LIST and text in f".{'.'.join(part.path)}.":
            if part.kind == MODULE:
                found.append(part.path)
            else:
                all_known = all_known and not found
    return found if all_known else None


def _in_policy(wrap: Wrapped, known: Iterable[Part], paths: Sequence[Path]) -> str | None:
    """The classes that a policy has to name, where those of the modules are in the source."""
    owners = {part.path: part.owner for part in known if part.kind == MODULE}
    classes = [owner for owner in (owners[path] for path in paths) if owner is not None]
    if wrap.policy is None or not wrap.policy.known or len(classes) < len(paths):
        return None
    names = dict.fromkeys([*wrap.policy.classes, *(one.facts.name for one in classes)])
    return f"or keep flattening and name the classes of each group's modules in the policy: {{{', '.join(names)}}}"


def _called_at(trace: Trace, thing: Thing, top: Thing) -> Path | None:
    """The path of a module from another one; None where it may be a list, or where the path has no names."""
    path: list[str] = []
    one = thing
    while one.id != top.id:
        if one.parent is None or not PIECE_OF_A_PATH.fullmatch(one.name):
            return None
        path.insert(0, one.name)
        one = trace.run.things[one.parent]
    holds = any(owner == thing.id and not name.isidentifier() for owner, name in trace.run.children)
    many = thing.name.isidentifier() and (thing.name.endswith("s") or len(thing.name) == 1)
    return None if not path or path[0][0] in "*[" or holds or many else tuple(path)


def _units(message: str, wrap: Wrapped, paths: Iterable[Path]) -> Units | None:
    """Help with code, where no module is in another one."""
    each = tuple(dict.fromkeys(paths))
    if any(one != other and one[: len(other)] == other for one in each for other in each):
        return None
    return Units(message, wrap.site, each)
