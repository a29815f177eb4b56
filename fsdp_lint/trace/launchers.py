"""Launchers: objects that wrap the models they are given, as they were configured."""

from __future__ import annotations

from typing import Callable

from fsdp_lint.libraries import SETTINGS
from fsdp_lint.libraries.model import Launcher, Wrapper
from fsdp_lint.trace import reading, wrapping
from fsdp_lint.trace.guards import ALWAYS, Guard, both, negation
from fsdp_lint.trace.run import Launched, Run, argument
from fsdp_lint.trace.values import (
    Argument,
    Arguments,
    Bound,
    Choice,
    FunctionValue,
    Known,
    Needs,
    Option,
    PartialValue,
    Site,
    Symbol,
    Thing,
    Value,
    View,
)

MODULE_HOOKS = ("configure_model", "configure_sharded_model")
"""What Lightning's Trainer calls on a module before its strategy wraps it; `configure_optimizers` comes after."""


def launch(run: Run, launcher: Launcher, arguments: Arguments, site: Site) -> Value:
    """A launcher is made: what its settings say of wrapping is kept for its methods."""
    made = run.thing(("new", run.number()), made=True)
    settings = argument(arguments, None, launcher.keyword)
    for option in _options(settings):
        wrapper, given, place = _wrapper(launcher, option.value)
        if wrapper is not None:
            run.launched.setdefault(made.id, []).append(Launched(launcher, option.guard, wrapper, given, place))
    return made


def _options(settings: Value | None) -> tuple[Option, ...]:
    if settings is None:
        return ()
    return settings.options if isinstance(settings, Choice) else (Option(ALWAYS, settings),)


def _wrapper(launcher: Launcher, value: Value) -> tuple[Wrapper | None, Arguments, Site | None]:
    if isinstance(value, PartialValue) and isinstance(value.function, Symbol):
        return SETTINGS.get(value.function.path), value.arguments, value.site
    if isinstance(value, Known) and value.value in launcher.names:
        return launcher.settings[0], (), None
    return None, (), None


def method(run: Run, receiver: Thing, name: str, arguments: Arguments, site: Site) -> Value | None:
    """A method of a launcher that wraps, trains or unwraps; None for any other."""
    launched = run.launched.get(receiver.id)
    if not launched:
        return None
    launcher = launched[0].launcher
    if name in launcher.unwraps and arguments:
        value = arguments[0].value
        return value.thing if isinstance(value, View) else value
    if name in launcher.prepares:
        return _prepare(run, launched, arguments, site)
    if name in launcher.fits and arguments:
        _fit(run, launched, arguments[0].value, site)
        return Known(None)
    return None


def _prepare(run: Run, launched: list[Launched], arguments: Arguments, site: Site) -> Value:
    run.handed.setdefault(site, []).extend(one.value for one in arguments)
    prepared = [_wrapped(run, launched, one.value, site) for one in arguments if one.keyword is None]
    return prepared[0] if len(prepared) == 1 else run.tuple_of(*prepared)


def _wrapped(run: Run, launched: list[Launched], value: Value, site: Site) -> Value:
    """A model as each of the settings leaves it; anything else unchanged."""
    if isinstance(value, Choice):
        return run.over(value, lambda one: _wrapped(run, launched, one, site))
    if not isinstance(value, (Thing, View)):
        return value
    rest = ALWAYS
    for one in launched:
        rest = both(rest, negation(one.guard))
    sides: list[tuple[Guard, Needs, Callable[[], Value | None]]] = [(rest, (), lambda: value)]
    for one in launched:
        sides.append((one.guard, (), lambda one=one: _wrap(run, one, value, site)))  # type: ignore[misc]
    return run.branch(sides)


def _wrap(run: Run, one: Launched, value: Value, site: Site) -> Value:
    """Wrap a model, unless it is a sharding wrapper's object: Accelerate 1.15.0 and Lightning 2.6 leave that."""
    if isinstance(value, View) and any(run.wraps[moment].wrapper.keep is not None for moment in value.outer):
        return value
    with run.supplied(site, one.site):
        return wrapping.wrap(run, one.wrapper, (Argument(value, one.wrapper.model), *one.arguments), site)


def _fit(run: Run, launched: list[Launched], module: Value, site: Site) -> None:
    """`trainer.fit(module)`: the module's hooks, the wrap, and its optimizers."""
    thing = module.thing if isinstance(module, View) else module
    if not isinstance(thing, Thing) or thing.type is None:
        return
    for name in MODULE_HOOKS:
        _hook(run, thing, name, site)
    _wrapped(run, launched, thing, site)
    _hook(run, thing, "configure_optimizers", site)


def _hook(run: Run, thing: Thing, name: str, site: Site) -> None:
    found = None if thing.type is None else reading.class_attribute(run, thing.type, name)
    if isinstance(found, FunctionValue):
        run.call(Bound(thing, found), (), site)
