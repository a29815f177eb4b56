"""Methods of strings, computed where the source shows the string: a constant, or the visible default of a setting."""

from __future__ import annotations

from fsdp_lint.trace import comparing
from fsdp_lint.trace.run import Run, values_of
from fsdp_lint.trace.values import Arguments, Container, Known, Thing, Value

COMPUTED = frozenset(
    {"lower", "upper", "casefold", "strip", "lstrip", "rstrip", "title", "capitalize", "swapcase", "replace"}
    | {"removeprefix", "removesuffix", "startswith", "endswith", "isdigit", "isnumeric", "isalpha", "isspace"}
)
"""Methods that give a string or a truth and depend on nothing but their arguments."""


def of_constant(run: Run, text: str, method: str, arguments: Arguments) -> Known | None:
    """`text.method(arguments)`, None where the source does not tell it."""
    plain = values_of(arguments)
    if method not in COMPUTED or len(plain) != len(arguments):
        return None
    given = [_plain(run, value) for value in plain]
    try:
        return Known(getattr(text, method)(*given))
    except (AttributeError, TypeError, ValueError):
        return None


def of_setting(run: Run, setting: Thing, method: str, arguments: Arguments) -> Value | None:
    """`setting.method(arguments)` of a value from outside with a visible default; None where that says nothing."""
    if setting.default is None or not isinstance(setting.default.value, str):
        return None
    default = of_constant(run, setting.default.value, method, arguments)
    if default is None:
        return None
    key = ("text", setting.key, method, tuple(comparing.key_of(one.value) for one in arguments))
    if isinstance(default.value, bool):
        return comparing.atom(key, default.value)
    return run.thing(key, default=default)


def _plain(run: Run, value: Value) -> object:
    """An argument as Python has it; an unknown one is one that no method takes."""
    if isinstance(value, Known):
        return value.value
    if isinstance(value, Container) and value.kind == "tuple":
        return tuple(_plain(run, entry.value) for entry in run.entries(value))
    return Ellipsis
