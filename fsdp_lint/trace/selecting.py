"""Selecting: what looking at a parameter, its name or its module needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fsdp_lint.trace.run import Run, merged
from fsdp_lint.trace.values import (
    ORIGINALLY,
    PIECES,
    Choice,
    Container,
    Derived,
    Known,
    ModuleName,
    NameOf,
    Need,
    Needs,
    ParameterOf,
    Parameters,
    Selection,
    Site,
    Thing,
    Value,
    View,
)

SHAPES = frozenset({"shape", "ndim", "dim", "size", "numel", "nelement", "ndimension", "stride", "nbytes", "T", "mT"})
"""What a tensor says of its shape."""

PLAIN = frozenset(
    {"requires_grad", "dtype", "device", "is_cuda", "is_leaf", "layout", "is_meta", "is_sparse", "grad_fn", "itemsize"}
)
"""What a tensor says of itself that no wrapper changes in a way that selects."""


def need(
    run: Run,
    kind: str,
    selection: Selection,
    site: Site,
    texts: Iterable[str] = (),
    recorded: int = ORIGINALLY,
    marked: Thing | None = None,
) -> Need:
    """A need of one selection's parameters at this moment of the program.

    Names and shapes are those of the moment at which the selection was taken.
    """
    moment = run.number() if kind in ("objects", "shapes") else selection.moment
    return Need(
        kind,
        site,
        moment,
        selection.thing,
        selection.outer,
        tuple(texts),
        recorded,
        selection.depth,
        origin=selection.site,
        loop=selection.site,
        marked=marked,
    )


def of_name(
    run: Run,
    name: NameOf,
    kind: str,
    site: Site,
    texts: Iterable[str] = (),
    recorded: int = ORIGINALLY,
    *,
    unknown: bool = False,
    counted: bool = False,
) -> Derived:
    """A test of a name; `kind` is "names" for one that a prefix does not disturb and "plain names" for any other.

    `unknown`: what it is compared with is not in the source. `counted`: its pieces are counted.
    """
    if not name.selection.recurse:
        kind = "modules"
    elif counted:
        kind = "plain names"
    elif name.part in ("stripped", "tail", *PIECES) and kind == "plain names":
        kind = "names"
    elif name.part == "head":
        kind = "plain names"
    found = need(run, kind, name.selection, site, texts, recorded)
    return Derived(merged(name.selection.needs, (replace(found, open=kind == "plain names" and unknown),)))


def uncovered(needs: Needs, *, passed: bool) -> Needs:
    """The needs of alternatives: `n == "bias"` needs no plain name beside `n.endswith(".bias")`."""
    looked_for = {text for one in needs if one.kind == "names" and one.holds is passed for text in one.texts}
    return tuple(
        one
        for one in needs
        if one.kind != "plain names"
        or one.holds is not passed
        or not one.texts
        or not all(f".{text}" in looked_for for text in one.texts)
    )


def of_shape(run: Run, parameter: ParameterOf, site: Site) -> Derived:
    """A look at a parameter's shape."""
    return Derived((need(run, "shapes", parameter.selection, site),))


def of_module(run: Run, thing: Thing, site: Site, texts: tuple[str, ...] = ()) -> Need:
    """A choice of modules, whose parameters are then taken; `texts` are the classes of which they have to be."""
    return Need("modules", site, run.number(), thing, (), texts, origin=walk_of(thing), loop=walk_of(thing))


def needs_of(run: Run, value: Value) -> Needs:
    """What a value says of the parameter at hand: the needs by which it was come to."""
    if isinstance(value, Derived):
        return value.needs
    if isinstance(value, NameOf):
        return of_name(run, value, "names", value.selection.site).needs
    if isinstance(value, ModuleName):
        return (of_module(run, at_hand_of(run, value), value.walk.site),)
    if isinstance(value, Choice):
        found: Needs = ()
        for option in value.options:
            found = merged(found, merged(option.needs, needs_of(run, option.value)))
        return found
    if isinstance(value, Container) and value.kind == "tuple":
        found = ()
        for entry in run.entries(value):
            if not isinstance(entry.value, Container):
                found = merged(found, needs_of(run, entry.value))
        return found
    return ()


def texts_of(run: Run, value: Value) -> tuple[str, ...]:
    """The literals that a value is or holds, () where they are not all known."""
    if isinstance(value, Known):
        return (value.value,) if isinstance(value.value, str) else ()
    if isinstance(value, Container):
        found: list[str] = []
        for entry in run.entries(value):
            one = entry.key if value.kind == "dict" and entry.key is not None else entry.value
            if not (isinstance(one, Known) and isinstance(one.value, str)):
                return ()
            found.append(one.value)
        return tuple(found)
    return ()


def comparison(run: Run, sign: str, left: Value, right: Value, site: Site) -> Value | None:
    """A comparison in which a parameter, its name or its module takes part; None if none does."""
    if sign == "in" and isinstance(right, Container):
        looked_up = membership(run, left, right, site)
        if looked_up is not None:
            return looked_up
    for one, other in ((left, right), (right, left)):
        if isinstance(one, NameOf):
            inside = sign == "in" and one is right
            computed = isinstance(other, (Thing, Derived)) and one.part == "whole"
            kind = "names" if inside or computed or one.part in PIECES else "plain names"
            recorded = other.selection.moment if isinstance(other, NameOf) else ORIGINALLY
            derived = of_name(run, one, kind, site, texts_of(run, other), recorded)
            return Derived(merged(derived.needs, needs_of(run, other)))
        if isinstance(one, ModuleName):
            return Derived((of_module(run, at_hand_of(run, one), site),))
        if isinstance(one, ParameterOf):
            recorded = other.selection.moment if isinstance(other, ParameterOf) else ORIGINALLY
            found = one.selection.needs
            if isinstance(other, ParameterOf):
                first = min(recorded, one.selection.moment)
                objects = need(run, "objects", one.selection, site, (), first, other.selection.thing)
                found = merged(merged(found, looked_up_in(other.selection.needs, one.selection)), (objects,))
            return Derived(found)
        if isinstance(one, Derived):
            return Derived(merged(one.needs, needs_of(run, other)))
    return None


def membership(run: Run, left: Value, right: Container, site: Site) -> Value | None:
    """`left in right` where `left` is the parameter at hand or its name."""
    entries = run.entries(right)
    stored = [e.key if right.kind == "dict" and e.key is not None else e.value for e in entries]
    if isinstance(left, ParameterOf):
        found: Needs = ()
        for one in stored:
            if isinstance(one, ParameterOf):
                recorded = one.selection.moment
                objects = need(run, "objects", left.selection, site, (), recorded, one.selection.thing)
                found = merged(found, merged(looked_up_in(one.selection.needs, left.selection), (objects,)))
        return Derived(found)
    if isinstance(left, NameOf):
        names = [one for one in stored if isinstance(one, NameOf)]
        if not names:
            known = not stored or any(isinstance(one, Known) for one in stored)
            return of_name(run, left, "plain names" if known else "names", site, texts_of(run, right))
        found = ()
        for name in names:
            at = need(run, "plain names", left.selection, site, recorded=name.selection.moment)
            kind = "names" if left.part == "stripped" else "plain names"
            noted = looked_up_in(name.selection.needs, left.selection, by_name=True)
            found = merged(found, merged(noted, (replace(at, kind=kind),)))
        return Derived(found)
    if isinstance(left, ModuleName) or (isinstance(left, Thing) and left.name == "**"):
        thing = at_hand_of(run, left) if isinstance(left, ModuleName) else left
        return Derived((of_module(run, thing, site),))
    return None


def looked_up_in(needs: Needs, selection: Selection, *, by_name: bool = False) -> Needs:
    """The needs of a record, which decide in the loop over the selection that is held against it."""
    return tuple(replace(need, loop=selection.site, by_name=by_name) for need in needs)


def selection_of(run: Run, model: Value, site: Site, *, recurse: bool = True) -> Selection | None:
    """The parameters of a module, now."""
    if isinstance(model, View):
        thing, outer = model.thing, model.outer
    elif isinstance(model, Thing):
        thing, outer = model, ()
    else:
        return None
    run.viewed.setdefault(site, set()).add(outer)
    moment = run.number()
    needs: Needs = ()
    if (thing.parent is not None or thing.id in run.parents) and thing.name != "**":
        needs = (Need("modules", site, moment, thing, outer, origin=site, loop=site),)
    return Selection(site, thing, outer, moment, run.guard, needs, recurse, len(run.stack))


def parameters(run: Run, model: Value, form: str, site: Site, *, recurse: bool = True) -> Parameters | None:
    """`model.parameters()` and its kin."""
    selection = selection_of(run, model, site, recurse=recurse)
    return None if selection is None else Parameters(selection, form)


def at_hand_of(run: Run, name: ModuleName) -> Thing:
    """The module that a name in a walk belongs to."""
    return run.child(name.walk.thing, "**" if name.walk.recurse else "*")


def walk_of(thing: Thing) -> Site:
    """What stands for the loop in which a module is the one at hand."""
    return Site(-1, thing.id)


def taken(run: Run, value: Value) -> Value:
    """An element that `next(x)` or `x.pop()` takes: in a `while` loop it is at hand for the rest of the round."""
    if run.open_loops:
        run.active += origins(run, value)
    return value


def origins(run: Run, value: Value) -> tuple[Site, ...]:
    """The loops whose element at hand a value is."""
    if isinstance(value, (ParameterOf, NameOf)):
        return (value.selection.site,)
    if isinstance(value, ModuleName):
        return (value.walk.site, walk_of(at_hand_of(run, value)))
    if isinstance(value, Thing) and value.name in ("*", "**"):
        return (walk_of(value),)
    if isinstance(value, Container) and value.kind == "tuple":
        return tuple(site for entry in run.entries(value) for site in origins(run, entry.value))
    if isinstance(value, Choice):
        return tuple(site for option in value.options for site in origins(run, option.value))
    return ()
