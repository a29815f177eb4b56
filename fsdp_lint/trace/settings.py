"""Settings: the environment, records with fields, namespaces and texts that are parsed."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from typing import Callable

from fsdp_lint.trace import calls, comparing, reading, writing
from fsdp_lint.trace.run import Run, argument, values_of
from fsdp_lint.trace.values import NONE, Argument, Arguments, Container, Known, Site, Symbol, Thing, Value

Act = Callable[[Run, Arguments, Site], Value]


def _first(arguments: Arguments) -> Value:
    plain = values_of(arguments)
    return plain[0] if plain else NONE


def _parsed(path: str, parse: Callable[[str], object]) -> Act:
    """`json.loads(text)` and its kin: computed where the text is known, with a default where that is."""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        value = _first(arguments)
        known = value.default if isinstance(value, Thing) else value
        if isinstance(known, Known) and isinstance(known.value, str):
            try:
                result = parse(known.value)
            except (ValueError, SyntaxError, KeyError, RecursionError):
                result = ()
            if isinstance(result, (bool, int, float, str)):
                return replace(_unknown(run, path, value), default=Known(result)) if value != known else Known(result)
        return calls.unknown_result(run, Symbol(path), arguments, site)

    return act


def _unknown(run: Run, path: str, value: Value) -> Thing:
    return run.thing(("parsed", path, comparing.key_of(value)))


STRTOBOOL = ("distutils.util.strtobool", "setuptools._distutils.util.strtobool", "accelerate.utils.str_to_bool")

TRUTHS = {
    **dict.fromkeys(("y", "yes", "t", "true", "on", "1"), 1),
    **dict.fromkeys(("n", "no", "f", "false", "off", "0"), 0),
}
"""The words that `strtobool` knows."""


def _environment(run: Run, arguments: Arguments, site: Site) -> Value:
    """`os.environ.get(name, default)`, `os.getenv(name, default)`."""
    name, default = argument(arguments, 0, "key"), argument(arguments, 1, "default")
    if name is None:
        return run.thing(("environment", site))
    return reading.variable(run, name, default if isinstance(default, Known) else None)


def _environment_default(run: Run, arguments: Arguments, site: Site) -> Value:
    """`os.environ.setdefault(name, value)`."""
    value = _environment(run, arguments, site)
    plain = values_of(arguments)
    if plain:
        writing.set_variable(run, plain[0], value)
    return value


def _field(run: Run, arguments: Arguments, site: Site) -> Value:
    """`dataclasses.field(default=…)`."""
    default = argument(arguments, None, "default")
    if default is not None:
        return default
    factory = argument(arguments, None, "default_factory")
    return run.call(factory, (), site) if factory is not None else run.thing(("field", site))


def _as_dict(run: Run, arguments: Arguments, site: Site) -> Value:
    """`dataclasses.asdict(settings)`, `vars(settings)`: the fields of an object that the source makes."""
    value = _first(arguments)
    if isinstance(value, Thing) and not value.made:
        return value
    if not isinstance(value, Thing):
        return calls.unknown_result(run, Symbol("dataclasses.asdict"), arguments, site)
    made = run.container("dict")
    for name in _fields(run, value):
        run.add(made, run.attribute(value, name, site), Known(name))
    return made


def _fields(run: Run, made: Thing) -> list[str]:
    """The declared fields of an object that the source makes, else the attributes that it was given."""
    if made.type is not None:
        return calls.fields(run, made.type)
    cells = (cell for layer in run.store.layers for cell in layer if cell[:2] == ("attribute", made.id))
    return list(dict.fromkeys(str(cell[2]) for cell in cells))


def _replaced(run: Run, arguments: Arguments, site: Site) -> Value:
    """`dataclasses.replace(settings, name=value)`: an object of its own that differs in what is given."""
    value = _first(arguments)
    if not isinstance(value, Thing):
        return calls.unknown_result(run, Symbol("dataclasses.replace"), arguments, site)
    made = run.thing(("new", run.number()), type=value.type, made=value.made)
    for name in _fields(run, value):
        writing.set_attribute(run, made, name, run.attribute(value, name, site), site)
    for one in arguments:
        if one.keyword is not None:
            writing.set_attribute(run, made, one.keyword, one.value, site)
    return made


def _namespace(run: Run, arguments: Arguments, site: Site) -> Value:
    """`types.SimpleNamespace(name=value)`, `argparse.Namespace(name=value)`."""
    made = run.thing(("new", run.number()), made=True)
    for one in arguments:
        if one.keyword is not None:
            writing.set_attribute(run, made, one.keyword, one.value, site)
        elif one.star == "**" and isinstance(one.value, Container):
            for entry in run.entries(one.value):
                if isinstance(entry.key, Known):
                    value = run.item(one.value, entry.key, site)
                    writing.set_attribute(run, made, str(entry.key.value), value, site)
    return made


def _as_record(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`settings._asdict()`, `settings.model_dump()`."""
    return _as_dict(run, (Argument(receiver),), site)


def _replaced_record(run: Run, receiver: Value, arguments: Arguments, site: Site) -> Value:
    """`settings._replace(name=value)`."""
    return _replaced(run, (Argument(receiver), *arguments), site)


FUNCTIONS: dict[str, Act] = {
    **{path: _parsed(path, json.loads) for path in ("json.loads", "yaml.safe_load")},
    "ast.literal_eval": _parsed("ast.literal_eval", ast.literal_eval),
    **{path: _parsed(path, lambda text: TRUTHS[text.lower()]) for path in STRTOBOOL},
    "os.environ.get": _environment,
    "os.environ.setdefault": _environment_default,
    "os.getenv": _environment,
    "dataclasses.field": _field,
    "dataclasses.replace": _replaced,
    "copy.replace": _replaced,
    "dataclasses.asdict": _as_dict,
    "builtins.vars": _as_dict,
    "types.SimpleNamespace": _namespace,
    "argparse.Namespace": _namespace,
}

METHODS: dict[str, Callable[[Run, Value, Arguments, Site], Value]] = {
    "_asdict": _as_record,
    "model_dump": _as_record,
    "_replace": _replaced_record,
}
