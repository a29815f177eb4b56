"""Functions outside the source that the tracer understands, by their dotted paths."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from fsdp_lint.libraries import (
    AUTO_WRAP,
    ENABLE_WRAP,
    LAUNCHERS,
    MARKERS,
    SETTINGS,
    WRAP,
    WRAPPERS,
    policies,
    torch_module,
)
from fsdp_lint.libraries import gradients as gradient_functions
from fsdp_lint.libraries import optimizers as known_optimizers
from fsdp_lint.trace import (
    calls,
    comparing,
    expressions,
    imports,
    launchers,
    operators,
    optimizers,
    options,
    reading,
    selecting,
    settings,
    wrapping,
    writing,
)
from fsdp_lint.trace.guards import ALWAYS, NEVER, Guard, both, either, negation, number
from fsdp_lint.trace.run import MOST_ENTRIES, Run, argument, merged, opposite, undecided, values_of
from fsdp_lint.trace.values import (
    NONE,
    Argument,
    Arguments,
    Bound,
    Choice,
    ClassValue,
    Clipped,
    Container,
    Derived,
    Entry,
    FunctionValue,
    Known,
    ModuleName,
    NameOf,
    Needs,
    OptimizerValue,
    ParameterOf,
    Parameters,
    PartialValue,
    Site,
    Symbol,
    Thing,
    Value,
    View,
)

Act = Callable[[Run, Arguments, Site], Value]


def call(run: Run, symbol: Symbol, arguments: Arguments, site: Site) -> Value:
    """Call something outside the source."""
    path = symbol.path
    wrapper = WRAPPERS.get(path)
    if wrapper is not None:
        if argument(arguments, 0, wrapper.model) is None:
            return PartialValue(symbol, arguments, site)
        if arguments and isinstance(arguments[0].value, (FunctionValue, ClassValue, Bound)):
            return arguments[0].value
        return wrapping.wrap(run, wrapper, arguments, site)
    if path in LAUNCHERS:
        return launchers.launch(run, LAUNCHERS[path], arguments, site)
    if path in ENABLE_WRAP:
        return wrapping.enable(run, arguments, site)
    if path in WRAP:
        return wrapping.wrap_if_enabled(run, arguments, site)
    if path in AUTO_WRAP:
        return wrapping.wrap_by_policy(run, arguments, site)
    act = FUNCTIONS.get(path) or operators.FUNCTIONS.get(path) or settings.FUNCTIONS.get(path)
    if act is not None:
        return act(run, arguments, site)
    if path in gradient_functions.NORMS:
        return _clip(run, path, arguments, site)
    if optimizers.is_optimizer(path):
        return optimizers.build(run, path, arguments, site)
    return _from_tables(run, symbol, arguments, site)


def _from_tables(run: Run, symbol: Symbol, arguments: Arguments, site: Site) -> Value:
    path = symbol.path
    factory = known_optimizers.FACTORIES.get(path)
    if factory is not None:
        return optimizers.build_by_factory(run, factory, arguments, site)
    maker = known_optimizers.GROUP_MAKERS.get(path)
    if maker is not None:
        return _made_groups(run, maker, arguments, site)
    if path in torch_module.RETURN_THE_MODULE and arguments:
        return arguments[0].value
    if path in policies.PARTIALS or path in SETTINGS or path in options.DECORATORS:
        return PartialValue(symbol, arguments, site)
    if path.startswith(("re.", "fnmatch.")):
        return _pattern(run, path, arguments, site)
    built = optimizers.build_by_unknown(run, symbol, arguments, site)
    return built if built is not None else calls.unknown_result(run, symbol, arguments, site)


def _made_groups(run: Run, maker: known_optimizers.GroupMaker, arguments: Arguments, site: Site) -> Value:
    """Two groups that differ in their weight decay, selected inside a library."""
    model = argument(arguments, 0, maker.keyword)
    selection = None if model is None else selecting.selection_of(run, model, site)
    if selection is None:
        return calls.unknown_result(run, Symbol(maker.paths[0]), arguments, site)
    needs: Needs = selection.needs
    for kind in maker.needs:
        needs = merged(needs, (selecting.need(run, kind, selection, site),))
    chosen = Parameters(replace(selection, needs=needs), "parameters")
    made = run.container("list")
    for decay in (run.thing(("weight decay", site), name="weight_decay"), Known(0.0)):
        group = run.container("dict", (Entry(chosen, Known("params")), Entry(decay, Known("weight_decay"))))
        run.add(made, group)
    return made


def _clip(run: Run, path: str, arguments: Arguments, site: Site) -> Value:
    given = argument(arguments, 0, "parameters")
    if given is None:
        given = argument(arguments, None, "tensors")
    if given is not None:
        name = path.rsplit(".", 1)[-1]
        for selection in optimizers.selections_in(run, given):
            guard = both(run.guard, selection.guard)
            if guard:
                run.events.append(Clipped(run.number(), site, guard, selection, name))
    return run.thing(("norm", site))


def _pattern(run: Run, path: str, arguments: Arguments, site: Site) -> Value:
    """A regular expression or glob over a parameter's name: only an anchored one minds a prefix."""
    for one in arguments:
        if isinstance(one.value, NameOf):
            plain = [a.value for a in arguments if not isinstance(a.value, NameOf)]
            texts = tuple(t for value in plain for t in selecting.texts_of(run, value))
            if path in ("re.sub", "re.subn"):
                return replace(one.value, part="stripped")
            anchored = path in ("re.match", "re.fullmatch", "fnmatch.fnmatch", "fnmatch.fnmatchcase", "fnmatch.filter")
            starts = any(text.startswith(("^", "\\A")) for text in texts)
            loose = bool(texts) and all(text.startswith((".*", "*")) for text in texts)
            kind = "plain names" if (anchored and not loose) or starts else "names"
            return selecting.of_name(run, one.value, kind, site, texts)
        if isinstance(one.value, ModuleName):
            return Derived(run.needs_of(one.value))
    return calls.unknown_result(run, Symbol(path), arguments, site)


# Builtins and the standard library.


def _first(arguments: Arguments) -> Value:
    plain = values_of(arguments)
    return plain[0] if plain else NONE


def _copy_of(kind: str) -> Act:
    """`list(x)`, `tuple(x)`, `set(x)`, `sorted(x)` …"""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        if not arguments:
            return run.container(kind)
        source = _first(arguments)
        if isinstance(source, NameOf):
            return replace(source, part="pieces")
        if isinstance(source, Parameters) and kind != "set":
            return source
        made = run.container(kind)
        for one in run.iterate(source, site):
            entry = Entry(run.attach(one.value, one.needs), None, one.guard, _is_many(run, source))
            run.put(made, entry)
        return made

    return act


def _is_many(run: Run, source: Value) -> bool:
    return not isinstance(source, Container) or any(e.many for e in run.entries(source))


def _dict(run: Run, arguments: Arguments, site: Site) -> Value:
    made = run.container("dict")
    for one in arguments:
        if one.keyword is not None:
            run.add(made, one.value, Known(one.keyword))
        elif one.star == "**" or (isinstance(one.value, Container) and one.value.kind == "dict"):
            expressions.merge(run, made, one.value)
        else:
            for pair in run.iterate(one.value, site):
                key, value = run.item(pair.value, Known(0), site), run.item(pair.value, Known(1), site)
                run.add(made, run.attach(value, pair.needs), key, many=not isinstance(key, Known))
    return made


def _from_keys(run: Run, arguments: Arguments, site: Site) -> Value:
    """`dict.fromkeys(names, value)`."""
    keys, value = argument(arguments, 0, "iterable"), argument(arguments, 1, "value")
    made = run.container("dict")
    for one in run.iterate(keys, site) if keys is not None else ():
        run.add(made, NONE if value is None else value, one.value, many=not isinstance(one.value, Known))
    return made


def _chain_map(run: Run, arguments: Arguments, site: Site) -> Value:
    """`collections.ChainMap(first, second)`: the first mapping that has a key."""
    made = run.container("dict")
    for one in reversed(values_of(arguments)):
        expressions.merge(run, made, one)
    return made


def _default_dict(run: Run, arguments: Arguments, site: Site) -> Value:
    made = run.container("dict")
    run.defaults[made.id] = _first(arguments)
    return made


def _quantified(every: bool) -> Act:
    """`all(x)` and `any(x)`."""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        source = _first(arguments)
        if not isinstance(source, Container):
            return calls.unknown_result(run, Symbol("builtins.all" if every else "builtins.any"), arguments, site)
        result: Value = Known(every)
        for entry in run.entries(source):
            result = expressions.both_of(run, "and" if every else "or", result, entry.value)
        needs = comparing.at_hand(run, run.needs_of(result))
        if isinstance(result, Derived) and not needs:
            return run.thing(("any", site))
        return Derived(needs) if isinstance(result, Derived) else result

    return act


def _filter(passing: bool) -> Act:
    """`filter(test, x)` and its kin, which keep what passes the test or what does not."""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        plain = values_of(arguments)
        if len(plain) != 2:
            return NONE
        made = run.container("list")
        for one in run.iterate(plain[1], site):
            running, guard, context = len(run.active), run.guard, run.context
            run.active += selecting.origins(run, one.value)
            answer = one.value if plain[0] == NONE else run.call(plain[0], (Argument(one.value),), site)
            test = run.truth(answer)
            run.guard = both(both(guard, one.guard), test.true if passing else test.false)
            run.context = merged(merged(context, one.needs), test.needs if passing else opposite(test.needs))
            if run.guard:
                run.add(made, one.value, many=True)
            run.guard, run.context = guard, context
            del run.active[running:]
        return made

    return act


def _repeat(run: Run, arguments: Arguments, site: Site) -> Value:
    """`itertools.repeat(value, times)`."""
    value, times = argument(arguments, 0, "object"), argument(arguments, 1, "times")
    once = run.container("list", (Entry(NONE if value is None else value),))
    return expressions.repeated(run, once, run.thing(("times", site)) if times is None else times)


def _compress(run: Run, arguments: Arguments, site: Site) -> Value:
    """`itertools.compress(data, selectors)`: what is kept was chosen by what the selectors look at."""
    data, selectors = argument(arguments, 0, "data"), argument(arguments, 1, "selectors")
    made = run.container("list")
    if data is not None and selectors is not None:
        for one, selector in zip(run.iterate(data, site), run.iterate(selectors, site)):
            needs = merged(one.needs, merged(selector.needs, run.needs_of(selector.value)))
            run.put(made, Entry(run.attach(one.value, needs), None, both(one.guard, selector.guard), True))
    return made


def _map(run: Run, arguments: Arguments, site: Site) -> Value:
    """`map(function, x, y)`: called with an element of each."""
    plain = values_of(arguments)
    made = run.container("list")
    if len(plain) >= 2:
        many = _is_many(run, plain[1])
        for row in zip(*(run.iterate(source, site) for source in plain[1:])):
            _add_result(run, made, plain[0], [run.attach(one.value, one.needs) for one in row], site, many=many)
    return made


def _star_map(run: Run, arguments: Arguments, site: Site) -> Value:
    """`itertools.starmap(function, pairs)`: called with the parts of each."""
    plain = values_of(arguments)
    made = run.container("list")
    for one in run.iterate(plain[1], site) if len(plain) == 2 else ():
        parts = [part.value for part in run.iterate(run.attach(one.value, one.needs), site)]
        _add_result(run, made, plain[0], parts, site, many=True)
    return made


def _add_result(run: Run, made: Container, function: Value, given: list[Value], site: Site, *, many: bool) -> None:
    """Add what a function gives of the elements at hand."""
    running = len(run.active)
    for value in given:
        run.active += selecting.origins(run, value)
    run.add(made, run.call(function, tuple(Argument(value) for value in given), site), many=many)
    del run.active[running:]


def _tee(run: Run, arguments: Arguments, site: Site) -> Value:
    """`itertools.tee(x, n)`."""
    times = argument(arguments, 1, "n")
    count = times.value if isinstance(times, Known) and isinstance(times.value, int) else 2
    return run.tuple_of(*[_first(arguments)] * min(count, MOST_ENTRIES))


def _partition(run: Run, arguments: Arguments, site: Site) -> Value:
    """`more_itertools.partition(test, x)`: what does not pass, and what does."""
    return run.tuple_of(_filter(False)(run, arguments, site), _filter(True)(run, arguments, site))


def _zip(run: Run, arguments: Arguments, site: Site) -> Value:
    if len(arguments) == 1 and arguments[0].star == "*":
        return _transposed(run, arguments[0].value, site)
    made = run.container("list")
    columns = [run.iterate(value, site) for value in values_of(arguments)]
    for row in zip(*columns):
        run.add(made, run.tuple_of(*(run.attach(one.value, one.needs) for one in row)), many=True)
    return made


def _transposed(run: Run, rows: Value, site: Site) -> Value:
    """`zip(*pairs)`: a sequence for each place in a pair, which holds what any number of pairs have there."""
    columns: list[Container] = []
    for row in run.iterate(rows, site):
        for place, cell in enumerate(run.iterate(row.value, site)):
            if place == len(columns):
                columns.append(run.container("tuple"))
            run.put(columns[place], Entry(run.attach(cell.value, row.needs), None, both(row.guard, cell.guard), True))
    return run.container("list", tuple(Entry(column) for column in columns))


def _enumerate(run: Run, arguments: Arguments, site: Site) -> Value:
    made = run.container("list")
    for one in run.iterate(_first(arguments), site):
        number = run.thing(("index", site))
        run.add(made, run.tuple_of(number, run.attach(one.value, one.needs)), many=True)
    return made


def _chain(run: Run, arguments: Arguments, site: Site) -> Value:
    made = run.container("list")
    for source in values_of(arguments):
        expressions.pour(run, made, source, site)
    return made


def _chain_from(run: Run, arguments: Arguments, site: Site) -> Value:
    made = run.container("list")
    for source in run.iterate(_first(arguments), site):
        expressions.pour(run, made, run.attach(source.value, source.needs), site)
    return made


def _group_by(run: Run, arguments: Arguments, site: Site) -> Value:
    """`itertools.groupby(iterable, key)`: what is in a group was chosen by what the key looks at."""
    key = argument(arguments, 1, "key")
    made = run.container("list")
    for one in run.iterate(_first(arguments), site):
        running = len(run.active)
        run.active += selecting.origins(run, one.value)
        value = one.value if key is None else run.call(key, (Argument(one.value),), site)
        needs = undecided(run.needs_of(value))
        group = run.container("list", (Entry(run.attach(one.value, needs), None, one.guard, True),))
        run.add(made, run.tuple_of(Derived(needs) if needs else value, group), many=True)
        del run.active[running:]
    return made


def _sum(run: Run, arguments: Arguments, site: Site) -> Value:
    """`sum(lists, [])` joins lists; any other sum is a number."""
    plain = values_of(arguments)
    if len(plain) == 2 and isinstance(plain[1], Container):
        return _chain_from(run, arguments, site)
    return run.thing(("sum", site))


def _next(run: Run, arguments: Arguments, site: Site) -> Value:
    rounds = run.iterate(_first(arguments), site)
    return selecting.taken(run, rounds[0].value) if rounds else NONE


def _identity(run: Run, arguments: Arguments, _site: Site) -> Value:
    """`id(p)`, `iter(x)`, `str(name)`, `typing.cast(T, x)`: as good as the value itself."""
    return values_of(arguments)[-1] if values_of(arguments) else NONE


def _length(run: Run, arguments: Arguments, site: Site) -> Value:
    value = _first(arguments)
    if isinstance(value, Derived):
        return value
    if isinstance(value, Container) and not any(e.many or e.guard != ALWAYS for e in run.entries(value)):
        return Known(len(run.entries(value)))
    return run.thing(("length", comparing.key_of(value)))


def _convert(to: Callable[[object], object]) -> Act:
    """`bool(x)`, `int(x)`, `float(x)`: computed for a constant, the same test for anything else."""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        value = _first(arguments)
        if isinstance(value, Known):
            return _converted(to, value)
        if isinstance(value, Thing) and value.default is not None:
            return replace(
                value, key=number(("converted", to.__name__, value.key)), default=_converted(to, value.default)
            )
        if to is bool:
            test = run.truth(value)
            return value if test.elementwise else comparing.condition(test.true, test.false, test.default)
        return value

    return act


def _converted(to: Callable[[object], object], value: Known) -> Known:
    try:
        result = to(value.value)
    except (TypeError, ValueError, OverflowError):
        return value
    return Known(result) if isinstance(result, (bool, int, float, str)) else value


def _getattr(run: Run, arguments: Arguments, site: Site) -> Value:
    plain = values_of(arguments)
    if len(plain) < 2:
        return NONE
    owner, name = plain[0], plain[1]
    default = plain[2] if len(plain) > 2 else None
    if isinstance(owner, Choice):
        return run.over(owner, lambda one: _getattr(run, (Argument(one), *arguments[1:]), site))
    if isinstance(owner, Symbol) and not isinstance(name, Known):
        if reading.is_class(owner):
            return run.item(owner, name, site)
        return Symbol(f"{owner.path}.*")
    if not (isinstance(name, Known) and isinstance(name.value, str)):
        return run.thing(("getattr", comparing.key_of(owner), comparing.key_of(name)))
    if isinstance(owner, ParameterOf):
        return selecting_attribute(run, owner, name.value, site)
    value = run.attribute(owner, name.value, site)
    if isinstance(value, Thing) and value.default is None and isinstance(default, Known):
        return replace(value, default=default)
    return value


def selecting_attribute(run: Run, parameter: ParameterOf, name: str, site: Site) -> Value:
    """`getattr(p, name, …)` and `hasattr(p, name)`."""
    tagged = reading.tag_need(run, parameter.selection, name, site)
    if tagged is not None:
        return tagged
    if name in selecting.SHAPES:
        return selecting.of_shape(run, parameter, site)
    return Derived(())


def _setattr(run: Run, arguments: Arguments, site: Site) -> Value:
    plain = values_of(arguments)
    if len(plain) == 3:
        name = plain[1].value if isinstance(plain[1], Known) else None
        if isinstance(name, str):
            writing.set_attribute(run, plain[0], name, plain[2], site)
        else:
            writing.set_item(run, plain[0], plain[1], plain[2])
    return NONE


def _hasattr(run: Run, arguments: Arguments, site: Site) -> Value:
    plain = values_of(arguments)
    if len(plain) != 2:
        return NONE
    owner, name = plain
    if isinstance(owner, Choice):
        return run.over(owner, lambda one: _hasattr(run, (Argument(one), Argument(name)), site))
    text = name.value if isinstance(name, Known) and isinstance(name.value, str) else ""
    if isinstance(owner, ParameterOf):
        return selecting_attribute(run, owner, text, site)
    if isinstance(owner, View):
        return _view_has(run, owner, text)
    if isinstance(owner, Thing):
        if run.store.value(("attribute", owner.id, text)) is not None:
            return Known(True)
        if owner.type is not None and reading.class_attribute(run, owner.type, text) is not None:
            return Known(True)
    return comparing.atom(("hasattr", comparing.key_of(owner), text))


def _view_has(run: Run, view: View, name: str) -> Value:
    """What a wrapper object has: the attribute of its module, and its own clipping."""
    wrappers = [run.wraps[moment].wrapper for moment in view.outer]
    if name == wrappers[-1].inner:
        return Known(True)
    if name == "clip_grad_norm_":
        return Known(any(wrapper.own_clip for wrapper in wrappers))
    return comparing.atom(("hasattr", comparing.key_of(view), name))


def _isinstance(run: Run, arguments: Arguments, site: Site) -> Value:
    plain = values_of(arguments)
    return is_instance(run, plain[0], plain[1], site) if len(plain) == 2 else NONE


def is_instance(run: Run, value: Value, types: Value, site: Site) -> Value:
    """`isinstance(value, types)`."""
    if isinstance(value, Choice):
        return run.over(value, lambda one: is_instance(run, one, types, site))
    if isinstance(types, Choice):
        return run.over(types, lambda one: is_instance(run, value, one, site))
    if isinstance(types, Container):
        result: Value = Known(False)
        for entry in run.entries(types):
            result = expressions.both_of(run, "or", result, is_instance(run, value, entry.value, site))
        return result
    if isinstance(value, (ParameterOf, NameOf, Derived)):
        return Derived(())
    if isinstance(value, ModuleName):
        return Known(isinstance(types, Symbol) and types.path == "builtins.str")
    if isinstance(value, (Thing, View)):
        return _is_instance_of(run, value, types, site)
    if isinstance(value, Container) and isinstance(types, Symbol):
        return Known(types.path in (f"builtins.{value.kind}", "collections.abc.Iterable", "collections.abc.Sequence"))
    if isinstance(value, (Parameters, OptimizerValue)):
        return run.thing(("isinstance", comparing.key_of(value), comparing.key_of(types)))
    if isinstance(value, Known) and isinstance(types, Symbol):
        return Known(types.path == f"builtins.{type(value.value).__name__}")
    return comparing.atom(("isinstance", comparing.key_of(value), comparing.key_of(types)))


def _is_instance_of(run: Run, value: Value, types: Value, site: Site) -> Value:
    thing = value.thing if isinstance(value, View) else value
    assert isinstance(thing, Thing)
    wrapper = None
    if isinstance(types, Symbol):
        wrapper = WRAPPERS.get(types.path) or MARKERS.get(types.path)
    elif isinstance(types, ClassValue):
        wrapper = next((WRAPPERS[p] for p in reading.base_paths(run, types) if p in WRAPPERS), None)
    if wrapper is not None:
        return _is_wrapped(run, value, thing, wrapper, types)
    if thing.name in ("*", "**"):
        texts = (types.path.rpartition(".")[2],) if isinstance(types, Symbol) else ()
        return Derived((selecting.of_module(run, thing, site, texts),))
    if thing.type is not None and isinstance(types, ClassValue):
        if types in reading.resolution_order(run, thing.type):
            return Known(True)
        if thing.made:
            return Known(False)
    return comparing.atom(("isinstance", thing.key, comparing.key_of(types)))


def _is_wrapped(run: Run, value: Value, thing: Thing, wrapper: object, types: Value) -> Value:
    """Whether a module is the wrapper's own object, or (for one that wraps in place) was wrapped."""
    if isinstance(value, View):
        return Known(run.wraps[value.outer[-1]].wrapper.title == getattr(wrapper, "title", None))
    true: Guard = NEVER
    for event in run.wraps.values():
        if event.thing == thing and event.wrapper is wrapper and event.wrapper.in_place:
            true = either(true, event.guard)
    if true:
        return comparing.condition(true, negation(true))
    if thing.name in ("*", "**"):
        return Derived(())
    return comparing.atom(("isinstance", thing.key, comparing.key_of(types)))


def _type(run: Run, arguments: Arguments, site: Site) -> Value:
    value = _first(arguments)
    if isinstance(value, Thing):
        if value.name in ("*", "**"):
            return Derived((selecting.of_module(run, value, site),))
        if value.type is not None:
            return value.type
    if isinstance(value, View):
        return Symbol(run.wraps[value.outer[-1]].wrapper.paths[0])
    return run.thing(("type", comparing.key_of(value)))


def _partial(run: Run, arguments: Arguments, site: Site) -> Value:
    return PartialValue(arguments[0].value, arguments[1:], site) if arguments else NONE


def _decorated(run: Run, arguments: Arguments, site: Site) -> Value:
    """`functools.wraps(f)`, `contextmanager(f)`, `staticmethod(f)`: the function stays what it is."""
    return _first(arguments)


def _copy(run: Run, arguments: Arguments, site: Site) -> Value:
    """`copy.copy(x)`: a list or dict of its own; anything else is taken for the value itself."""
    value = _first(arguments)
    if isinstance(value, Container):
        return replace(run.container(value.kind, run.entries(value)), needs=value.needs)
    return value


def _deep_copy(run: Run, arguments: Arguments, site: Site) -> Value:
    """A copy of a module is a module of its own; copied as a wrapper's object, or in place, it is wrapped as well."""
    value = _first(arguments)
    thing = value.thing if isinstance(value, View) else value
    if not isinstance(thing, Thing):
        return _copy(run, arguments, site)
    copied = run.thing(("copy", run.number()), type=thing.type, default=thing.default)
    moments: list[int] = []
    for event in list(run.wraps.values()):
        seen = isinstance(value, View) and event.moment in value.outer
        if event.thing.id == thing.id and (seen or event.wrapper.in_place):
            again = replace(event, moment=run.number(), thing=copied)
            run.wraps[again.moment] = again
            run.events.append(again)
            if seen:
                moments.append(again.moment)
    return View(copied, tuple(moments)) if moments else copied


def _import_module(run: Run, arguments: Arguments, site: Site) -> Value:
    """`importlib.import_module("a.b")`."""
    name, package = argument(arguments, 0, "name"), argument(arguments, 1, "package")
    if not (isinstance(name, Known) and isinstance(name.value, str)):
        return run.thing(("module", site))
    inside = name.value.lstrip(".")
    level = len(name.value) - len(inside)
    if not level:
        return imports.import_by_name(run, site.file, inside)
    if not (isinstance(package, Known) and isinstance(package.value, str)):
        return run.thing(("module", site))
    above = package.value.split(".")
    return imports.import_by_name(run, site.file, ".".join([*above[: len(above) - level + 1], inside]))


LOCATORS = ("pydoc.locate", "pkgutil.resolve_name", "hydra.utils.get_class", "hydra.utils.get_method")


def _located(run: Run, arguments: Arguments, site: Site) -> Value:
    """`pydoc.locate("a.b.Name")` and its kin: what a dotted path in a library names."""
    path = _first(arguments)
    if not (isinstance(path, Known) and isinstance(path.value, str)):
        return run.thing(("located", comparing.key_of(path)))
    module, _, name = path.value.replace(":", ".").rpartition(".")
    return run.attribute(imports.import_by_name(run, site.file, module), name, site)


def _import(run: Run, arguments: Arguments, site: Site) -> Value:
    """`__import__("a.b")` is the module `a`; with names to import from it (`fromlist`) it is `a.b`."""
    name, names = argument(arguments, 0, "name"), argument(arguments, 3, "fromlist")
    if isinstance(name, Known) and isinstance(name.value, str):
        whole = isinstance(names, Container) and bool(run.entries(names))
        return imports.import_by_name(run, site.file, name.value if whole else name.value.split(".")[0])
    return run.thing(("module", site))


def _exit(run: Run, _arguments: Arguments, _site: Site) -> Value:
    run.guard = NEVER
    return NONE


FUNCTIONS: dict[str, Act] = {
    "builtins.list": _copy_of("list"),
    "builtins.tuple": _copy_of("tuple"),
    "builtins.set": _copy_of("set"),
    "builtins.frozenset": _copy_of("set"),
    "builtins.sorted": _copy_of("list"),
    "builtins.reversed": _copy_of("list"),
    "builtins.dict": _dict,
    "builtins.dict.fromkeys": _from_keys,
    "collections.OrderedDict": _dict,
    "collections.ChainMap": _chain_map,
    "types.MappingProxyType": lambda run, arguments, site: _first(arguments),
    "collections.deque": _copy_of("list"),
    "collections.defaultdict": _default_dict,
    "builtins.any": _quantified(False),
    "builtins.all": _quantified(True),
    "builtins.filter": _filter(True),
    "builtins.map": _map,
    "builtins.zip": _zip,
    "itertools.zip_longest": _zip,
    "builtins.enumerate": _enumerate,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_from,
    "itertools.groupby": _group_by,
    "more_itertools.flatten": _chain_from,
    "itertools.islice": lambda run, arguments, site: _first(arguments),
    "itertools.filterfalse": _filter(False),
    "itertools.takewhile": _filter(True),
    "itertools.dropwhile": _filter(False),
    "itertools.compress": _compress,
    "itertools.repeat": _repeat,
    "itertools.starmap": _star_map,
    "itertools.tee": _tee,
    "more_itertools.partition": _partition,
    "builtins.sum": _sum,
    "builtins.next": _next,
    "builtins.id": _identity,
    "builtins.iter": _identity,
    "builtins.str": _identity,
    "typing.cast": _identity,
    "tqdm.tqdm": lambda run, arguments, site: _first(arguments),
    "copy.copy": _copy,
    "copy.deepcopy": _deep_copy,
    "builtins.len": _length,
    "builtins.bool": _convert(bool),
    "builtins.int": _convert(int),  # type: ignore[arg-type]
    "builtins.float": _convert(float),  # type: ignore[arg-type]
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.hasattr": _hasattr,
    "builtins.isinstance": _isinstance,
    "builtins.type": _type,
    "functools.partial": _partial,
    reading.PARTIAL_METHOD: lambda run, arguments, site: PartialValue(Symbol(reading.PARTIAL_METHOD), arguments, site),
    "functools.wraps": lambda run, arguments, site: Symbol("fsdp_lint.decorator"),
    "fsdp_lint.decorator": _decorated,
    **dict.fromkeys(options.DEFAULTS, options.stated),
    "importlib.import_module": _import_module,
    "builtins.__import__": _import,
    **dict.fromkeys(
        ("pydoc.locate", "pkgutil.resolve_name", "hydra.utils.get_class", "hydra.utils.get_method"), _located
    ),
    "transformers.HfArgumentParser": options.record_parser,
    "trl.TrlParser": options.record_parser,
    **dict.fromkeys(("tyro.cli", "draccus.parse", "simple_parsing.parse", "pyrallis.parse"), options.parsed),
    "sys.exit": _exit,
    "builtins.exit": _exit,
    "os._exit": _exit,
}


# Methods that mean the same whatever they are called on.


METHODS_OF_THINGS: dict[str, Callable[[Run, Value, Arguments, Site], Value]] = {
    "add_argument": options.add_argument,
    "set_defaults": options.set_defaults,
    "get_default": options.get_default,
    "get": options.looked_up,
    "update": options.update,
    "setdefault": options.set_default,
    "parse_args_into_dataclasses": options.parsed_records,
}
