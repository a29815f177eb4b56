"""Optimizers: parameter groups handed over to them."""

from __future__ import annotations

import re
from dataclasses import replace

from fsdp_lint.libraries import optimizers as known
from fsdp_lint.trace import comparing, selecting
from fsdp_lint.trace.guards import ALWAYS, Guard, both
from fsdp_lint.trace.run import Run, argument, merged
from fsdp_lint.trace.values import (
    Arguments,
    Choice,
    ClassValue,
    Container,
    Derived,
    Entry,
    Group,
    GroupAdded,
    Known,
    Needs,
    OptimizerBuilt,
    OptimizerValue,
    ParameterOf,
    Parameters,
    Selection,
    Site,
    Symbol,
    Thing,
    Value,
    View,
)

LOOKS_LIKE_OPTIMIZER = re.compile(r"optim|adam|sgd|lamb|lars|lion|adafactor|adagrad|rmsprop|sophia|muon|shampoo", re.I)
NOT_HYPERPARAMETERS = frozenset({"params", "name", "names", "group_name", "param_names", "params_names", "layer_names"})

Hyperparameters = tuple[tuple[str, object, str], ...]


def is_optimizer(path: str) -> bool:
    """Whether a dotted path names an optimizer class."""
    return known.is_optimizer(path)


def build(run: Run, path: str, arguments: Arguments, site: Site) -> Value:
    """A known optimizer class is called."""
    groups = argument(arguments, 0, "params")
    if groups is None:
        groups = argument(arguments, None, "param_groups")
    return _built(run, groups, arguments, path.rsplit(".", 1)[-1])


def build_by_factory(run: Run, factory: known.Factory, arguments: Arguments, site: Site) -> Value:
    """A function that makes an optimizer from a model or from groups."""
    given = argument(arguments, factory.position, factory.keyword)
    if isinstance(given, Choice):
        first = next((o.value for o in given.options if isinstance(o.value, View)), given.options[0].value)
        given = first
    if isinstance(given, (Thing, View)) and factory.needs:
        selection = selecting.selection_of(run, given, site)
        if selection is not None:
            needs: Needs = selection.needs
            for kind in factory.needs:
                needs = merged(needs, (selecting.need(run, kind, selection, site),))
            given = Parameters(replace(selection, needs=needs), "parameters")
    return _built(run, given, arguments, factory.paths[0].rsplit(".", 1)[-1])


def build_by_subclass(run: Run, owner: ClassValue, arguments: Arguments, site: Site) -> Value:
    """An optimizer class of the source: its first argument is what it optimizes."""
    return build(run, owner.facts.name, arguments, site)


def build_by_unknown(run: Run, callee: Value, arguments: Arguments, site: Site) -> Value | None:
    """Something unknown that is given parameter groups, and that is called like an optimizer."""
    name = _called(callee)
    if not LOOKS_LIKE_OPTIMIZER.search(name):
        return None
    for one in arguments:
        given = one.keyword in (None, "params", "param_groups", "parameters", "model_params") and not one.star
        if given and _holds_parameters(run, one.value):
            return _built(run, one.value, arguments, name)
    return None


def build_by_method(run: Run, model: Value, name: str, arguments: Arguments, site: Site) -> Value:
    """A model's own method that makes an optimizer of its parameters, of which the source does not show the inside."""
    selection = selecting.selection_of(run, model, site)
    given = None if selection is None else Parameters(replace(selection, needs=()), "parameters")
    return _built(run, given, arguments, name)


def _called(callee: Value) -> str:
    if isinstance(callee, Symbol):
        return callee.path.rsplit(".", 1)[-1]
    if isinstance(callee, Thing):
        return callee.name
    return ""


def _holds_parameters(run: Run, value: Value) -> bool:
    if isinstance(value, Choice):
        return any(_holds_parameters(run, option.value) for option in value.options)
    if isinstance(value, (Parameters, ParameterOf)):
        return True
    if isinstance(value, Container):
        return any(_holds_parameters(run, entry.value) for entry in run.entries(value))
    return False


def _built(run: Run, value: Value | None, arguments: Arguments, name: str) -> Value:
    """Record the optimizer; its value holds its groups, so that they can be read and added to."""
    defaults = tuple(
        (a.keyword, comparing.key_of(a.value), shown(run, a.value)) for a in arguments if a.keyword is not None
    )
    groups, lists = (groups_of(run, value, defaults)) if value is not None else ((), False)
    moment = run.number()
    run.events.append(OptimizerBuilt(moment, run.calling, run.guard, groups, name, lists))
    held = value if isinstance(value, Container) and lists else _single(run, value)
    run.defaults_of[moment] = defaults
    _own(run, held, moment)
    return OptimizerValue(moment, held)


def _own(run: Run, held: Container, moment: int) -> None:
    """Remember whose groups these containers are: writing into them writes into the optimizer."""
    for group in run.entries(held):
        if isinstance(group.value, Container):
            run.group_owners[group.value.id] = moment
            for item in run.entries(group.value):
                if item.key == Known("params") and isinstance(item.value, Container):
                    run.group_owners[item.value.id] = moment


def _single(run: Run, value: Value | None) -> Container:
    """`param_groups` of an optimizer that was given one list."""
    group = run.container("dict", (Entry(value if value is not None else Known(None), Known("params")),))
    return run.container("list", (Entry(group, None, ALWAYS, False),))


def add_group(run: Run, optimizer: OptimizerValue, arguments: Arguments, site: Site) -> None:
    """`optimizer.add_param_group(group)`."""
    group = argument(arguments, 0, "param_group")
    if group is None:
        return
    defaults = run.defaults_of.get(optimizer.moment, ())
    listed = run.container("list", (Entry(group, None, ALWAYS, False),))
    groups, _ = groups_of(run, listed, defaults)
    run.events.append(GroupAdded(run.number(), run.calling, run.guard, groups, optimizer.moment))


def groups_of(run: Run, value: Value, defaults: Hyperparameters) -> tuple[tuple[Group, ...], bool]:
    """The groups that an argument gives an optimizer, and whether they are written as dicts."""
    if isinstance(value, Choice):
        found: list[Group] = []
        lists = False
        for option in value.options:
            groups, listed = groups_of(run, option.value, defaults)
            lists = lists or listed
            for group in groups:
                guard = both(option.guard, group.guard)
                if guard:
                    selections = tuple(run.narrowed(s, option.needs) for s in group.selections)
                    found.append(replace(group, guard=guard, selections=selections))
        return tuple(found), lists
    if isinstance(value, Container) and value.kind != "dict":
        listed_groups = _listed(run, value, defaults)
        if listed_groups:
            return tuple(listed_groups), True
    if isinstance(value, Container) and value.kind == "dict":
        return (_group(run, Entry(value), defaults),), True
    return (Group(_selections(run, value), defaults, ALWAYS, False, ()),), False


def _listed(run: Run, value: Container, defaults: Hyperparameters) -> list[Group]:
    found: list[Group] = []
    for entry in run.entries(value):
        for guard, needs, one in _alternatives(entry.value):
            if isinstance(one, Container) and one.kind == "dict":
                inner = replace(one, needs=merged(merged(value.needs, one.needs), needs))
                group = _group(run, Entry(inner, None, both(entry.guard, guard), entry.many), defaults)
                if group.guard:
                    found.append(group)
            elif isinstance(one, Container) and one.kind == "list" and _holds_dicts(run, one):
                found += _listed(run, one, defaults)
    return found


def _holds_dicts(run: Run, value: Container) -> bool:
    return any(isinstance(e.value, Container) and e.value.kind == "dict" for e in run.entries(value))


def _alternatives(value: Value) -> list[tuple[Guard, Needs, Value]]:
    if isinstance(value, Choice):
        return [(o.guard, o.needs, o.value) for o in value.options]
    return [(ALWAYS, (), value)]


def _group(run: Run, entry: Entry, defaults: Hyperparameters) -> Group:
    """One group dict."""
    container = entry.value
    assert isinstance(container, Container)
    own: dict[str, tuple[str, object, str]] = {name: (name, key, text) for name, key, text in defaults}
    selections: tuple[Selection, ...] = ()
    varies: Needs = ()
    many = entry.many
    for item in run.entries(container):
        if not isinstance(item.key, Known) or not isinstance(item.key.value, str):
            continue
        name = item.key.value
        if name == "params":
            selections = (*selections, *_selections(run, item.value))
        elif name not in NOT_HYPERPARAMETERS:
            own[name] = (name, _hyper_key(run, item.value), shown(run, item.value))
            varies = merged(varies, run.needs_of(item.value))
            many = many or isinstance(item.value, Derived)
    chosen = merged(container.needs, varies)
    selections = tuple(run.narrowed(s, chosen) for s in selections)
    return Group(_distinct(selections), tuple(own.values()), entry.guard, many, varies)


def _hyper_key(run: Run, value: Value) -> object:
    if isinstance(value, Derived):
        return ("derived", tuple((n.site, n.kind) for n in value.needs))
    if isinstance(value, Thing) and not value.name:
        return ("computed", value.key)
    if isinstance(value, Choice) and any(option.guard is ALWAYS for option in value.options):
        return ("computed", comparing.key_of(value))
    return comparing.key_of(value)


def shown(run: Run, value: Value) -> str:
    """A hyperparameter as a person would write it; "" where the source does not say it in few words."""
    if isinstance(value, Known):
        return _number(value.value) if isinstance(value.value, float) else repr(value.value)
    if isinstance(value, Container) and value.kind == "tuple":
        parts = [shown(run, entry.value) for entry in run.entries(value)]
        return f"({', '.join(parts)})" if all(parts) else ""
    if isinstance(value, Thing) and value.name and re.fullmatch(r"\w+", value.name):
        return value.name
    return ""


def _number(value: float) -> str:
    """A float as people write learning rates: 1e-4, 0.01, 3e-5."""
    if value and abs(value) < 1e-3:
        mantissa, exponent = f"{value:e}".split("e")
        return f"{float(mantissa):g}e{int(exponent)}"
    return repr(value)


def _selections(run: Run, value: Value) -> tuple[Selection, ...]:
    """Every selection of parameters inside a value."""
    if isinstance(value, (Parameters, ParameterOf)):
        return (value.selection,)
    if isinstance(value, Choice):
        found: list[Selection] = []
        for option in value.options:
            for one in _selections(run, option.value):
                guard = both(one.guard, option.guard)
                if guard:
                    found.append(run.narrowed(replace(one, guard=guard), option.needs))
        return _distinct(tuple(found))
    if isinstance(value, Container):
        found = []
        for entry in run.entries(value):
            for one in _selections(run, entry.value):
                guard = both(one.guard, entry.guard)
                if guard:
                    found.append(run.narrowed(replace(one, guard=guard), value.needs))
        return _distinct(tuple(found))
    return ()


def _distinct(selections: tuple[Selection, ...]) -> tuple[Selection, ...]:
    found: list[Selection] = []
    seen: set[object] = set()
    for one in selections:
        key = (one.site, one.moment, one.guard, tuple((n.site, n.kind, n.texts, n.moment) for n in one.needs))
        if key not in seen:
            seen.add(key)
            found.append(one)
    return tuple(found[:64])


def selections_in(run: Run, value: Value) -> tuple[Selection, ...]:
    """Every selection of parameters inside a value: what a clipping function is given, say."""
    return _selections(run, value)
