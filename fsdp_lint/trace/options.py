"""Command-line options: the visible default of a value that is given from outside."""

from __future__ import annotations

from fsdp_lint.trace import comparing, reading, writing
from fsdp_lint.trace.run import Run, argument
from fsdp_lint.trace.values import (
    Arguments,
    ClassValue,
    Container,
    FunctionValue,
    Known,
    PartialValue,
    Site,
    Symbol,
    Thing,
    Value,
)

DECORATORS = frozenset({"click.option", "click.decorators.option", "rich_click.option"})
"""Decorators that give a function's parameter from the command line (click 8)."""

DEFAULTS = frozenset({"typer.Option", "typer.Argument"})
"""Calls that stand as a parameter's default and hold the option's own (typer 0.9 and later)."""


def default_of(function: FunctionValue, parameter: str) -> Known | None:
    """The visible default that a decorator of the function gives one of its parameters."""
    for decorator in function.decorators:
        if not (isinstance(decorator, PartialValue) and isinstance(decorator.function, Symbol)):
            continue
        if decorator.function.path in DECORATORS and parameter in _names(decorator.arguments):
            return _default(decorator.arguments)
    return None


def _names(arguments: Arguments) -> set[str]:
    """`"--keep-names/--no-keep-names"` and `"--keep-names", "keep"` give `keep_names` and `keep`."""
    found: set[str] = set()
    for one in arguments:
        if one.keyword is None and isinstance(one.value, Known) and isinstance(one.value.value, str):
            found |= {part.lstrip("-").replace("-", "_") for part in one.value.value.split("/")}
    return found


def _default(arguments: Arguments) -> Known | None:
    default = argument(arguments, None, "default")
    if isinstance(default, Known):
        return default
    flag = argument(arguments, None, "is_flag")
    return Known(False) if default is None and flag == Known(True) else None


def add_argument(run: Run, _receiver: Value, arguments: Arguments, _site: Site) -> Value:
    """`parser.add_argument("--flag", default=…)`: kept for whoever reads the attribute of that name."""
    names = _names(arguments)
    given = argument(arguments, None, "dest")
    if isinstance(given, Known) and isinstance(given.value, str):
        names.add(given.value)
    default = argument(arguments, None, "default")
    action = argument(arguments, None, "action")
    if default is None and isinstance(action, Known):
        default = {"store_true": Known(False), "store_false": Known(True)}.get(str(action.value))
    if isinstance(default, Known):
        stated = argument(arguments, None, "default") is not None
        run.options.update((name, default) for name in names if stated or name not in run.preset)
    return Known(None)


def set_defaults(run: Run, _receiver: Value, arguments: Arguments, _site: Site) -> Value:
    """`parser.set_defaults(flag=…)`: wins over an action's own default, whichever of the two calls comes first."""
    for one in arguments:
        if one.keyword is not None and isinstance(one.value, Known):
            _preset(run, one.keyword, one.value)
        elif one.star == "**" and isinstance(one.value, Container):
            for entry in run.entries(one.value):
                if isinstance(entry.key, Known) and isinstance(entry.value, Known):
                    _preset(run, str(entry.key.value), entry.value)
    return Known(None)


def _preset(run: Run, name: str, value: Known) -> None:
    run.options[name] = value
    run.preset.add(name)


def get_default(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`parser.get_default("flag")`."""
    name = argument(arguments, 0, "dest")
    known = run.options.get(str(name.value)) if isinstance(name, Known) else None
    return known if known is not None else run.thing(("default", site))


def stated(run: Run, arguments: Arguments, site: Site) -> Thing:
    """`typer.Option(False, "--flag")`: a value from outside with its visible default."""
    default = argument(arguments, 0, "default")
    return run.thing(("option", site), default=default if isinstance(default, Known) else None)


def update(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`settings.update({"flag": value}, other=value)` of a mapping from outside."""
    for one in arguments:
        if one.keyword is not None:
            writing.set_item(run, receiver, Known(one.keyword), one.value)
        elif isinstance(one.value, Container) and one.value.kind == "dict":
            for entry in run.entries(one.value):
                if isinstance(entry.key, Known):
                    writing.set_item(run, receiver, entry.key, run.item(one.value, entry.key, site))
    return Known(None)


def set_default(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`settings.setdefault("flag", value)` of a mapping from outside."""
    found = looked_up(run, receiver, arguments, site)
    key = argument(arguments, 0, "key")
    if isinstance(key, Known):
        writing.set_item(run, receiver, key, found)
    return found


def record_parser(run: Run, arguments: Arguments, site: Site) -> Value:
    """`HfArgumentParser((Settings, Other))`: fills records from the command line."""
    made = run.thing(("parser", site))
    classes = argument(arguments, 0, "dataclass_types")
    if classes is not None:
        run.store.set(("attribute", made.id, "dataclass_types"), classes)
    return made


def parsed_records(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`parser.parse_args_into_dataclasses()`: an object of each class, with its fields' values as defaults."""
    classes = run.attribute(receiver, "dataclass_types", site)
    given = [entry.value for entry in run.entries(classes)] if isinstance(classes, Container) else [classes]
    return run.tuple_of(*(filled(run, one, site) for one in given))


def filled(run: Run, owner: Value, site: Site) -> Thing:
    """An object that is filled from the command line: its class's values are its defaults."""
    return run.thing(("filled", comparing.key_of(owner), site), type=owner if isinstance(owner, ClassValue) else None)


def parsed(run: Run, arguments: Arguments, site: Site) -> Value:
    """`tyro.cli(Settings)` and its kin."""
    owner = argument(arguments, 0, "config_class")
    return run.thing(("parsed", site)) if owner is None else filled(run, owner, site)


def looked_up(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`settings.get("flag", default)`: the item, with its visible default."""
    key = argument(arguments, 0, "key")
    default = argument(arguments, 1, "default")
    if not isinstance(key, Known):
        return run.item(receiver, key, site) if key is not None else run.thing(("looked up", site))
    return reading.perhaps(run, receiver, key, default, site)
