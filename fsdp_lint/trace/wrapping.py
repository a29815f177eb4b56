"""Wrapping: calls of the wrappers that the libraries list, with what their flags decide."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NamedTuple

from fsdp_lint.libraries import WRAPPERS, policies
from fsdp_lint.libraries.model import Effect, Flag, FlagValue, Wrapper
from fsdp_lint.trace import calls, comparing, reading
from fsdp_lint.trace.guards import ALWAYS, Guard, both, literal, negation, relative
from fsdp_lint.trace.run import Run, WrapSettings, argument
from fsdp_lint.trace.store import choice
from fsdp_lint.trace.values import (
    Argument,
    Arguments,
    Choice,
    ClassValue,
    Container,
    FunctionValue,
    Known,
    Option,
    PartialValue,
    Site,
    Supply,
    Symbol,
    Thing,
    Unit,
    Value,
    Variant,
    View,
    Wrapped,
)


class Alternative(NamedTuple):
    """One value that a flag may have: under which guard, and whether a visible default makes it the likely one."""

    guard: Guard
    value: FlagValue
    likely: str | None = None


def wrapper_at(path: str) -> Wrapper | None:
    """The wrapper that a dotted path names."""
    return WRAPPERS.get(path)


def wrap(run: Run, wrapper: Wrapper, arguments: Arguments, site: Site) -> Value:
    """A wrapper is called: the event, and the module as it is seen through the wrapper."""
    model = argument(arguments, 0, wrapper.model)
    if isinstance(model, Choice):
        return run.over(model, lambda one: wrap(run, wrapper, with_model(wrapper, arguments, one), site))
    if isinstance(model, Container):
        for one in run.iterate(model, site):
            wrap(run, wrapper, with_model(wrapper, arguments, one.value), site)
        return model
    if not isinstance(model, (Thing, View)):
        return calls.unknown_result(run, Symbol(wrapper.paths[0]), arguments, site)
    thing = model.thing if isinstance(model, View) else model
    moment = record(run, wrapper, thing, arguments, site)
    if wrapper.in_place:
        return model
    outer = model.outer if isinstance(model, View) else ()
    if wrapper.inside is not None:
        run.inside[moment] = record(run, wrapper.inside, thing, (), site, told=False)
    return View(thing, (*outer, moment))


def with_model(wrapper: Wrapper, arguments: Arguments, model: Value) -> Arguments:
    """The arguments with another model."""
    rest = [a for i, a in enumerate(arguments) if a.keyword != wrapper.model and not (i == 0 and a.keyword is None)]
    return (Argument(model), *rest)


def record(run: Run, wrapper: Wrapper, thing: Thing, arguments: Arguments, site: Site, told: bool = True) -> int:
    """Record that a thing is wrapped; returns the moment. What is not `told` is a part of a wrap that is."""
    event = Wrapped(
        run.number(),
        site,
        run.guard,
        thing,
        wrapper,
        variants(run, wrapper, arguments),
        _policy(run, wrapper, arguments),
        _ignored(run, wrapper, arguments),
        _supply(run, wrapper, arguments, site),
    )
    run.wraps[event.moment] = event
    if told:
        run.events.append(event)
    return event.moment


def variants(run: Run, wrapper: Wrapper, arguments: Arguments) -> tuple[Variant, ...]:
    """What the wrap does under which values of its flags."""
    found: list[Variant] = []
    alternatives = [_alternatives(run, flag, arguments) for flag in wrapper.flags]
    for chosen in itertools.product(*alternatives):
        guard = ALWAYS
        for one in chosen:
            guard = both(guard, one.guard)
        if not both(run.guard, guard):
            continue
        flags = {flag.keyword: one.value for flag, one in zip(wrapper.flags, chosen)}
        effect = effect_of(wrapper, flags)
        given = tuple(f.keyword for f in wrapper.flags if _given(run, f, arguments) is not None)
        found.append(Variant(guard, effect, tuple(flags.items()), _likely(chosen), given))
    return tuple(found)


def _likely(chosen: tuple[Alternative, ...]) -> str | None:
    answers = {one.likely for one in chosen}
    for answer in ("no", "open", "yes"):
        if answer in answers:
            return answer
    return None


def effect_of(wrapper: Wrapper, flags: dict[str, FlagValue]) -> Effect:
    """The first row whose conditions the flags meet."""
    for row in wrapper.rows:
        if all(flags.get(keyword) == value for keyword, value in row.when):
            return row.effect
    return Effect()


def _given(run: Run, flag: Flag, arguments: Arguments) -> Value | None:
    """The value that a call gives a flag, None where it leaves the library's default."""
    named = argument(arguments, None, flag.keyword)
    if named is not None:
        return named
    for position in reversed(flag.positions):
        placed = argument(arguments, position, flag.keyword)
        if placed is not None:
            return placed if position == flag.positions[-1] else run.thing(("position", flag.keyword, position))
    for one in reversed(arguments):
        if one.star == "**":
            found = _spread(run, flag, one.value)
            if found is not None:
                return found
    stretched = next((one.value for one in arguments if one.star == "*"), None)
    return None if stretched is None or not flag.positions else _open(run, stretched, flag)


def _spread(run: Run, flag: Flag, mapping: Value) -> Value | None:
    """A flag inside `**mapping`."""
    default = Known(flag.values[0])
    if isinstance(mapping, Choice):
        options = [Option(o.guard, _spread(run, flag, o.value) or default) for o in mapping.options]
        return choice(options)
    if not isinstance(mapping, Container):
        stored = reading.stored_item(run, mapping, Known(flag.keyword))
        return stored if stored is not None else _open(run, mapping, flag)
    options = reading.keyed(run, mapping, Known(flag.keyword))
    rest = reading.absent(run, mapping, Known(flag.keyword))
    if rest:
        mark = reading.marked(run.entries(mapping))
        if mark is not None:
            shown = next((o.value for o in options if isinstance(o.value, Known)), None)
            return choice([*options, Option(rest, _open(run, mark, flag, shown))])
        if options:
            options.append(Option(rest, default))
    return choice(options) if options else None


def _open(run: Run, given: Value, flag: Flag, shown: Known | None = None) -> Value:
    """A flag that unknown arguments may hold.

    Its likely value is that which the source shows, that of the option of its name, or the library's default.
    """
    default = shown or run.options.get(flag.keyword, Known(flag.values[0]))
    return run.thing(("flag", comparing.key_of(given), flag.keyword), name=flag.keyword, default=default)


def _alternatives(run: Run, flag: Flag, arguments: Arguments) -> list[Alternative]:
    value = _given(run, flag, arguments)
    if value is None and not flag.decided:
        value = run.thing(("environment", flag.keyword))
    if value is None:
        return [Alternative(ALWAYS, flag.values[0])]
    return _values(run, flag, value)


def _values(run: Run, flag: Flag, value: Value) -> list[Alternative]:
    """The values that a flag may have."""
    if isinstance(value, Known):
        return [Alternative(ALWAYS, _recognised(flag, value.value))]
    if isinstance(value, Symbol) and not value.path.endswith(".*"):
        return [Alternative(ALWAYS, _recognised(flag, value.path.rsplit(".", 1)[-1]))]
    if isinstance(value, Choice):
        return [
            Alternative(both(option.guard, inner.guard), inner.value, inner.likely)
            for option in value.options
            for inner in _values(run, flag, option.value)
            if both(run.guard, both(option.guard, inner.guard))
        ]
    if isinstance(flag.values[0], bool):
        test = run.truth(value)
        default = test.default
        return [
            Alternative(test.true, True, _answer(default, True)),
            Alternative(test.false, False, _answer(default, False)),
        ]
    return _named(flag, value)


def _named(flag: Flag, value: Value) -> list[Alternative]:
    """An unknown value among named ones."""
    key = comparing.key_of(value)
    default = value.default.value if isinstance(value, Thing) and value.default is not None else None
    rest = ALWAYS
    found: list[Alternative] = []
    for one in flag.values:
        if one not in ("*", None):
            guard = literal(("equal", key, one))
            rest = both(rest, negation(guard))
            likely = _answer(None if default is None else str(default), one)
            found.append(Alternative(guard, one, likely))
    likely = "open" if default is None else ("no" if any(a.likely == "yes" for a in found) else "yes")
    return [*found, Alternative(rest, "*", likely)]


def _answer(default: object, value: object) -> str:
    if default is None:
        return "open"
    return "yes" if default == value else "no"


def _recognised(flag: Flag, value: object) -> FlagValue:
    """A value as the rows name it."""
    if isinstance(flag.values[0], bool):
        return bool(value)
    if value is None:
        return flag.values[0]
    return next((one for one in flag.values if one == str(value)), "*")


def _supply(run: Run, wrapper: Wrapper, arguments: Arguments, site: Site) -> Supply | None:
    """What gives the flag that keeps the names, where that is sure."""
    flag = next((one for one in wrapper.flags if wrapper.keep is not None and one.keyword == wrapper.keep[0]), None)
    if flag is None:
        return None
    value = _given(run, flag, arguments)
    if value is None:
        place = run.suppliers.get(site, site)
        spread = (one.value for one in arguments if one.star == "**")
        return Supply(place, False) if place is not None and all(_is_closed(run, one) for one in spread) else None
    by_position = argument(arguments, None, flag.keyword) is None and any(
        argument(arguments, position, flag.keyword) is not None for position in flag.positions
    )
    if not isinstance(value, Known) or value.site is None or (by_position and len(flag.positions) > 1):
        return None
    return Supply(value.site, True)


def _is_closed(run: Run, mapping: Value) -> bool:
    """Whether all that a mapping may hold is in the source, so that a keyword beside it cannot be there twice."""
    if not isinstance(mapping, Container) or mapping.id in run.open_mappings:
        return False
    return all(isinstance(entry.key, Known) for entry in run.entries(mapping))


def _ignored(run: Run, wrapper: Wrapper, arguments: Arguments) -> tuple[Thing, ...]:
    """The modules that the call leaves as they are, where the source names them."""
    found: list[Thing] = []
    for keyword in wrapper.ignored:
        value = argument(arguments, None, keyword)
        for entry in run.entries(value) if isinstance(value, Container) else ():
            one = entry.value.thing if isinstance(entry.value, View) else entry.value
            if isinstance(one, Thing):
                found.append(one)
    return tuple(found)


def _policy(run: Run, wrapper: Wrapper, arguments: Arguments) -> Unit | None:
    """Which submodules the call makes units of their own."""
    if wrapper.policy is None:
        return None
    keyword, position = wrapper.policy
    value = argument(arguments, position, keyword)
    if value is None:
        for one in arguments:
            if one.star == "**":
                value = _policy_in(run, one.value, keyword)
    return None if value is None or value == Known(None) else _units(run, value)


def _policy_in(run: Run, mapping: Value, keyword: str) -> Value | None:
    if isinstance(mapping, Choice):
        found = [_policy_in(run, option.value, keyword) for option in mapping.options]
        return next((one for one in found if one is not None), None)
    if not isinstance(mapping, Container):
        return mapping
    options = reading.keyed(run, mapping, Known(keyword))
    return options[0].value if options else None


def _units(run: Run, value: Value) -> Unit:
    """The classes that a policy names, if the source tells."""
    if isinstance(value, PartialValue) and isinstance(value.function, Symbol):
        keyword = policies.BY_CLASS.get(value.function.path)
        if keyword is not None:
            classes = argument(value.arguments, 0 if keyword == "module_classes" else None, keyword)
            if isinstance(classes, Container):
                names = [name for entry in run.entries(classes) for name in _class_names(run, entry.value)]
                known = [name for name in names if name is not None]
                if len(known) == len(names):
                    return Unit(tuple(known), True)
    return Unit((), False)


def _class_names(run: Run, value: Value) -> list[str | None]:
    """What the class is called, or each of those that it may be."""
    if isinstance(value, Choice):
        return [name for o in value.options if both(run.guard, o.guard) for name in _class_names(run, o.value)]
    if isinstance(value, Symbol):
        return [value.path.rsplit(".", 1)[-1]]
    return [value.facts.name if isinstance(value, ClassValue) else None]


def wrap_by_subclass(run: Run, owner: ClassValue, wrapper: Wrapper, arguments: Arguments, site: Site) -> Value:
    """A subclass of a wrapper: what its `__init__` hands to `super().__init__`, else its own arguments."""
    init = reading.class_attribute(run, owner, "__init__")
    if isinstance(init, FunctionValue):
        made = run.thing(("new", run.number()), type=owner, made=True)
        run.wrapping[made.id] = wrapper
        calls.invoke(run, init, arguments, site, receiver=made)
        del run.wrapping[made.id]
        wrapped = run.wrapped.pop(made.id, None)
        if wrapped is not None:
            return wrapped
    return wrap(run, wrapper, arguments, site)


def enable(run: Run, arguments: Arguments, site: Site) -> Value:
    """`enable_wrap(wrapper_cls=…, …)`: a context manager that decides what `wrap` does inside it."""
    wrapper = argument(arguments, None, "wrapper_cls")
    rest = tuple(a for a in arguments if a.keyword not in ("wrapper_cls", "auto_wrap_policy"))
    if wrapper is None:
        for one in arguments:
            if one.star == "**" and isinstance(one.value, Container):
                options = reading.keyed(run, one.value, Known("wrapper_cls"))
                wrapper = options[0].value if options else None
    manager = run.thing(("enable wrap", site))
    run.wrap_settings[manager.id] = WrapSettings(wrapper, rest, site)
    return manager


def wrap_if_enabled(run: Run, arguments: Arguments, site: Site) -> Value:
    """`wrap(module, **overrides)`: inside `enable_wrap` a wrap with its settings, else the module itself."""
    if not arguments:
        return Known(None)
    model, overrides = arguments[0].value, tuple(one for a in arguments[1:] for one in _spelled_out(run, a))
    if not run.wrap_contexts or run.wrap_contexts[-1].wrapper is None:
        return model
    settings = run.wrap_contexts[-1]
    assert settings.wrapper is not None
    given = {a.keyword for a in overrides if a.keyword}
    kept = tuple(a for a in settings.arguments if a.keyword is None or a.keyword not in given)
    with run.supplied(site, settings.site):
        return run.call(settings.wrapper, (Argument(model), *kept, *overrides), site)


def _spelled_out(run: Run, given: Argument) -> Arguments:
    """`**mapping` as the keywords that it holds, where these are known on every path."""
    if given.star != "**" or not isinstance(given.value, Container):
        return (given,)
    found: list[Argument] = []
    for entry in run.entries(given.value):
        if entry.many or not isinstance(entry.key, Known) or relative(entry.guard, run.guard) != ALWAYS:
            return (given,)
        found.append(Argument(entry.value, str(entry.key.value)))
    return tuple({one.keyword: one for one in found}.values())


def wrap_by_policy(run: Run, arguments: Arguments, site: Site) -> Value:
    """fairscale's `auto_wrap(module, policy, **overrides)`: submodules by size, inside `enable_wrap` alone."""
    before = len(run.events)
    value = wrap_if_enabled(run, tuple(a for i, a in enumerate(arguments) if i == 0 or a.keyword), site)
    for index in range(before, len(run.events)):
        event = run.events[index]
        if isinstance(event, Wrapped):
            partial = replace(event, policy=Unit((), False))
            run.events[index] = partial
            run.wraps[event.moment] = partial
    return value
