"""Methods of what the tracer knows: models, parameters, names, containers, optimizers."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from fsdp_lint.libraries import optimizers as known_optimizers
from fsdp_lint.libraries import torch_module
from fsdp_lint.trace import (
    calls,
    comparing,
    expressions,
    freezing,
    functions,
    launchers,
    optimizers,
    reading,
    selecting,
    settings,
    texts,
    wrapping,
    writing,
)
from fsdp_lint.trace.guards import ALWAYS
from fsdp_lint.trace.run import Run, argument, merged, values_of
from fsdp_lint.trace.store import choice
from fsdp_lint.trace.values import (
    NONE,
    Argument,
    Arguments,
    Bound,
    Container,
    Derived,
    Entry,
    Known,
    NameOf,
    Needs,
    OptimizerValue,
    Option,
    ParameterOf,
    Parameters,
    Site,
    Super,
    Thing,
    Value,
    View,
)


def call(run: Run, receiver: Value, name: str, arguments: Arguments, site: Site) -> Value:
    """Call `receiver.name(arguments)`."""
    for kind, act in RECEIVERS:
        if isinstance(receiver, kind):
            return act(run, receiver, name, arguments, site)
    return calls.unknown_result(run, Bound(receiver, name), arguments, site)


# Models.


def _model(run: Run, model: Value, name: str, arguments: Arguments, site: Site) -> Value:
    form = torch_module.COLLECTIONS.get(name)
    if form is not None:
        recurse = argument(arguments, None if "module" in form else 0, "recurse") != Known(False)
        if name in ("children", "named_children"):
            recurse = False
        found = selecting.parameters(run, model, form, site, recurse=recurse)
        return found if found is not None else NONE
    if name in torch_module.RETURN_THEMSELVES:
        if name == "requires_grad_":
            _freeze_all(run, model, arguments, site)
        if name == "apply" and arguments:
            _apply(run, model, arguments[0].value, site)
        return model
    if isinstance(model, Thing):
        computed = texts.of_setting(run, model, name, arguments)
        if computed is not None:
            return computed
        launched = launchers.method(run, model, name, arguments, site)
        if launched is not None:
            return launched
    special = MODEL_METHODS.get(name)
    if special is not None:
        return special(run, model, arguments, site)
    common = functions.METHODS_OF_THINGS.get(name) or settings.METHODS.get(name)
    if common is not None:
        return common(run, model, arguments, site)
    if name in known_optimizers.METHODS:
        return optimizers.build_by_method(run, model, name, arguments, site)
    thing = model.thing if isinstance(model, View) else model
    callee = run.child(thing, name) if isinstance(thing, Thing) else model
    built = optimizers.build_by_unknown(run, callee, arguments, site)
    return built if built is not None else calls.unknown_result(run, callee, arguments, site)


def _freeze_all(run: Run, model: Value, arguments: Arguments, site: Site) -> None:
    selection = selecting.selection_of(run, model, site)
    if selection is not None:
        value = argument(arguments, 0, "requires_grad")
        freezing.freeze(run, selection, Known(True) if value is None else value, site)


def _apply(run: Run, model: Value, function: Value, site: Site) -> None:
    """`model.apply(function)`: the function is called with each module."""
    modules = selecting.parameters(run, model, "modules", site)
    if modules is not None:
        for one in run.iterate(modules, site):
            run.call(function, _plain(one.value), site)


def _submodule(run: Run, model: Value, arguments: Arguments, site: Site) -> Value:
    path = argument(arguments, 0, "target")
    if isinstance(path, Known) and isinstance(path.value, str):
        value = model
        for part in filter(None, path.value.split(".")):
            value = run.item(value, Known(int(part)), site) if part.isdigit() else run.attribute(value, part, site)
        return value
    return _child(run, model, "*")


def _child(run: Run, model: Value, name: str) -> Value:
    thing = model.thing if isinstance(model, View) else model
    return run.child(thing, name) if isinstance(thing, Thing) else NONE


def _one_parameter(run: Run, model: Value, arguments: Arguments, site: Site) -> Value:
    """`model.get_parameter("head.weight")`."""
    selection = selecting.selection_of(run, model, site)
    if selection is None:
        return NONE
    path = argument(arguments, 0, "target")
    words = selecting.texts_of(run, path) if path is not None else ()
    found = selecting.need(run, "plain names", selection, site, words)
    return ParameterOf(replace(selection, needs=merged(selection.needs, (found,))))


def _add_module(run: Run, model: Value, arguments: Arguments, site: Site) -> Value:
    name, module = argument(arguments, 0, "name"), argument(arguments, 1, "module")
    if isinstance(name, Known) and isinstance(name.value, str) and module is not None:
        writing.set_attribute(run, model, name.value, module, site)
    return NONE


MODEL_METHODS: dict[str, Callable[[Run, Value, Arguments, Site], Value]] = {
    "get_submodule": _submodule,
    "get_parameter": _one_parameter,
    "add_module": _add_module,
    "register_module": _add_module,
    "__setattr__": _add_module,
}


# Collections of parameters.


def _parameters(run: Run, collection: Parameters, name: str, arguments: Arguments, site: Site) -> Value:
    """Methods of `_parameters`, `_modules` and what `named_parameters()` gives."""
    if name == "values" and collection.form == "named":
        return replace(collection, form="parameters")
    if name == "keys" and collection.form == "named":
        return replace(collection, form="names")
    if name == "values" and collection.form == "named modules":
        return replace(collection, form="modules")
    if name in ("items", "copy"):
        return collection
    if name in ("__next__", "pop", "popleft", "popitem"):
        return selecting.taken(run, run.iterate(collection, site)[0].value)
    return calls.unknown_result(run, Bound(collection, name), arguments, site)


def _parameter(run: Run, parameter: ParameterOf, name: str, arguments: Arguments, site: Site) -> Value:
    """Methods of one parameter: its shape selects, `requires_grad_` freezes, most others say nothing."""
    if name in selecting.SHAPES:
        return selecting.of_shape(run, parameter, site)
    if name == "requires_grad_":
        value = argument(arguments, 0, "requires_grad")
        freezing.freeze(run, parameter.selection, Known(True) if value is None else value, site)
        return parameter
    if name in ("detach", "data", "clone", "view", "flatten", "to", "float", "cpu", "cuda"):
        return parameter
    return Derived(())


# Names.

SAME_NAME = frozenset({"lower", "upper", "strip", "casefold", "rstrip", "format", "join", "encode", "title"})


def _name(run: Run, name: NameOf, method: str, arguments: Arguments, site: Site) -> Value:
    """Methods of a parameter's name."""
    words = selecting.texts_of(run, arguments[0].value) if arguments else ()
    if method in ("replace", "removeprefix", "lstrip"):
        return replace(name, part="stripped") if name.part == "whole" else name
    if method in SAME_NAME or method == "removesuffix":
        return name
    if method in ("split", "rsplit", "partition", "rpartition"):
        return replace(name, part=_cut(method, arguments)) if name.part == "whole" else name
    if method == "startswith":
        return selecting.of_name(run, name, "plain names", site, words, unknown=not words)
    return selecting.of_name(run, name, "names", site, words)


def _cut(method: str, arguments: Arguments) -> str:
    """Into which pieces a name is cut."""
    once = method.endswith("partition") or argument(arguments, 1, "maxsplit") == Known(1)
    if not once:
        return "pieces"
    return "cut last" if method.startswith("r") else "cut first"


def _constant(run: Run, constant: Known, method: str, arguments: Arguments, site: Site) -> Value:
    """Methods of a constant string: computed where the arguments are known."""
    plain = values_of(arguments)
    for one in plain:
        if isinstance(one, NameOf):
            return one
    known = all(isinstance(one, Known) for one in plain)
    if isinstance(constant.value, str) and method == "split" and len(plain) <= 1 and known:
        separator = plain[0].value if plain and isinstance(plain[0], Known) else None
        pieces = constant.value.split(separator if isinstance(separator, str) and separator else None)
        return run.container("list", tuple(Entry(Known(piece)) for piece in pieces))
    computed = texts.of_constant(run, constant.value, method, arguments) if isinstance(constant.value, str) else None
    return computed if computed is not None else calls.unknown_result(run, constant, arguments, site)


# Containers.


def _container(run: Run, container: Container, name: str, arguments: Arguments, site: Site) -> Value:
    plain = values_of(arguments)
    act = CONTAINER_METHODS.get(name)
    if act is not None:
        return act(run, container, plain, arguments, site)
    if name in ("copy", "difference", "intersection", "union"):
        sign = {"difference": "-", "intersection": "&", "union": "|"}.get(name)
        if sign is None or not plain:
            found = run.entries(container)
            return run.container(container.kind, found)
        return expressions.combined(run, sign, container, plain[0], site)
    return calls.unknown_result(run, Bound(container, name), arguments, site)


Plain = tuple[Value, ...]


def _append(run: Run, container: Container, plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    if plain:
        run.add(container, plain[-1], many=isinstance(plain[-1], ParameterOf))
    return NONE


def _extend(run: Run, container: Container, plain: Plain, arguments: Arguments, site: Site) -> Value:
    """`extend` and `update`: of a dict its items, of anything else its elements."""
    if container.kind == "dict":
        for one in plain:
            expressions.merge(run, container, one)
        for given in arguments:
            if given.keyword is not None:
                run.add(container, given.value, Known(given.keyword))
            elif given.star == "**":
                expressions.merge(run, container, given.value)
        return NONE
    for source in plain:
        expressions.pour(run, container, source, site)
    return NONE


def _items(run: Run, container: Container, _plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    made = run.container("list")
    entries = tuple(
        Entry(run.tuple_of(e.key if e.key is not None else NONE, e.value), None, e.guard, e.many)
        for e in latest(run, container)
    )
    run.store.set(("entries", made.id), entries)
    return replace(made, needs=container.needs)


def latest(run: Run, container: Container) -> list[Entry]:
    """The items of a dict without those that a later one with the same known key replaces on every path."""
    kept: list[Entry] = []
    written: set[object] = set()
    for entry in reversed(run.entries(container)):
        key = comparing.key_of(entry.key) if isinstance(entry.key, Known) else None
        if key is not None and key in written:
            continue
        if key is not None and entry.guard == ALWAYS:
            written.add(key)
        kept.append(entry)
    return kept[::-1]


def _values(run: Run, container: Container, _plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    made = run.container("list")
    run.store.set(("entries", made.id), tuple(replace(e, key=None) for e in latest(run, container)))
    return replace(made, needs=container.needs)


def _keys(run: Run, container: Container, _plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    made = run.container("list")
    entries = tuple(replace(e, value=e.key, key=None) for e in latest(run, container) if e.key is not None)
    run.store.set(("entries", made.id), entries)
    return made


def _get(run: Run, container: Container, plain: Plain, arguments: Arguments, site: Site) -> Value:
    """What is there, else the default."""
    if not plain:
        return reading.item(run, container, Known(-1), site)
    key = plain[0]
    default = plain[1] if len(plain) > 1 else NONE
    if isinstance(key, Known):
        options = reading.keyed(run, container, key)
        rest = reading.absent(run, container, key)
        unknown = [e for e in run.entries(container) if e.key is None or not isinstance(e.key, Known)]
        mark = reading.marked(tuple(unknown))
        if rest and mark is not None:
            options.append(Option(rest, reading.perhaps(run, mark, key, default, site)))
        elif rest and not unknown:
            options.append(Option(rest, default))
        if options:
            return run.attach(choice(options), container.needs)
    found = reading.of_container(run, container, key, site)
    if found is None:
        return run.attach(default, run.needs_of(key)) if run.needs_of(key) else default
    if isinstance(found, Derived):
        return Derived(merged(found.needs, run.needs_of(default)))
    return found


def _pop(run: Run, container: Container, plain: Plain, arguments: Arguments, site: Site) -> Value:
    """`pop`: as `get`, and what is under a key is there no more."""
    found = _get(run, container, plain, arguments, site)
    if container.kind == "dict" and plain and isinstance(plain[0], Known):
        run.remove(container, plain[0])
    return selecting.taken(run, found)


def _clear(run: Run, container: Container, _plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    run.remove(container)
    return NONE


def _setdefault(run: Run, container: Container, plain: Plain, arguments: Arguments, site: Site) -> Value:
    if len(plain) == 2 and isinstance(plain[0], Known):
        _put_where_absent(run, container, plain[0], plain[1], site)
        return _get(run, container, plain, arguments, site)
    if len(plain) == 2:
        found = reading.of_container(run, container, plain[0], site)
        if found is None:
            writing.put(run, container, plain[0], plain[1])
            return run.attach(plain[1], run.needs_of(plain[0]))
        return found
    return NONE


def _put_where_absent(run: Run, container: Container, key: Known, value: Value, site: Site) -> None:
    rest = reading.absent(run, container, key)
    mark = reading.marked(run.entries(container))
    if rest:
        before, run.guard = run.guard, rest
        perhaps = value if mark is None else reading.perhaps(run, mark, key, value, site)
        writing.put(run, container, key, perhaps)
        run.guard = before


def _set_item(run: Run, container: Container, plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    if len(plain) == 2:
        writing.set_item(run, container, plain[0], plain[1])
    return NONE


def _nothing(_run: Run, _container: Container, _plain: Plain, _arguments: Arguments, _site: Site) -> Value:
    return NONE


CONTAINER_METHODS: dict[str, Callable[[Run, Container, Plain, Arguments, Site], Value]] = {
    "append": _append,
    "add": _append,
    "insert": _append,
    "appendleft": _append,
    "extend": _extend,
    "update": _extend,
    "items": _items,
    "values": _values,
    "keys": _keys,
    "get": _get,
    "pop": _pop,
    "popleft": _pop,
    "setdefault": _setdefault,
    "__setitem__": _set_item,
    "sort": _nothing,
    "reverse": _nothing,
    "remove": _nothing,
    "discard": _nothing,
    "clear": _clear,
}


# The rest.


def _optimizer(run: Run, optimizer: OptimizerValue, name: str, arguments: Arguments, site: Site) -> Value:
    run.used(optimizer)
    if name == "add_param_group":
        optimizers.add_group(run, optimizer, arguments, site)
        return NONE
    return calls.unknown_result(run, optimizer, arguments, site)


def _derived(run: Run, value: Derived, _name: str, arguments: Arguments, _site: Site) -> Value:
    needs: Needs = value.needs
    for one in arguments:
        needs = merged(needs, run.needs_of(one.value))
    return Derived(needs)


def _super(run: Run, value: Super, name: str, arguments: Arguments, site: Site) -> Value:
    """A method of a base class outside the source: that of a plain module or optimizer."""
    receiver = value.receiver
    if name == "__init__" and isinstance(receiver, Thing) and receiver.id in run.wrapping:
        run.wrapped[receiver.id] = wrapping.wrap(run, run.wrapping[receiver.id], arguments, site)
    if name in ("__init__", "__setattr__", "__post_init__"):
        return NONE
    if isinstance(receiver, (Thing, View)):
        return _model(run, receiver, name, arguments, site)
    return calls.unknown_result(run, value, arguments, site)


def _plain(value: Value) -> Arguments:
    return (Argument(value),)


RECEIVERS: tuple[tuple[type, Callable[..., Value]], ...] = (
    (Thing, _model),
    (View, _model),
    (Parameters, _parameters),
    (ParameterOf, _parameter),
    (NameOf, _name),
    (Known, _constant),
    (Container, _container),
    (OptimizerValue, _optimizer),
    (Derived, _derived),
    (Super, _super),
)
