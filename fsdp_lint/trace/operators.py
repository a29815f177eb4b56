"""Python's `operator` and `functools`: functions that call, read, compare or compute."""

from __future__ import annotations

from typing import Callable

from fsdp_lint.trace import calls, comparing, expressions
from fsdp_lint.trace.run import Run, values_of
from fsdp_lint.trace.values import NONE, Argument, Arguments, Known, PartialValue, Site, Symbol, Value

Act = Callable[[Run, Arguments, Site], Value]

OPERATORS = {
    "or_": "|",
    "and_": "&",
    "add": "+",
    "concat": "+",
    "sub": "-",
    "mul": "*",
    "eq": "==",
    "ne": "!=",
    "is_": "is",
    "is_not": "is not",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "contains": "in",
}


def _reduce(run: Run, arguments: Arguments, site: Site) -> Value:
    """`functools.reduce(function, values, start)`."""
    function, *rest = values_of(arguments) or (NONE,)
    values = [run.attach(one.value, one.needs) for one in run.iterate(rest[0], site)] if rest else []
    values = [*rest[1:], *values]
    result = values[0] if values else NONE
    for value in values[1:]:
        result = run.call(function, (Argument(result), Argument(value)), site)
    return result


def _operation(sign: str) -> Act:
    """`operator.or_(a, b)` and its kin."""
    compared = sign not in expressions.ARITHMETIC and sign not in "|&"

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        plain = values_of(arguments)
        if len(plain) != 2:
            return NONE
        left, right = plain[::-1] if sign == "in" else plain
        if compared:
            return comparing.compare(run, sign, left, right, site)
        return expressions.combined(run, sign, left, right, site)

    return act


def _getter(name: str) -> Act:
    """`operator.itemgetter(…)` and its kin: a function of one value."""
    return lambda run, arguments, site: PartialValue(Symbol(name), arguments)


def _got(of: Callable[[Run, Value, Value, Site], Value]) -> Act:
    """What a getter gives of the value, which is the last argument: a tuple where it has several keys."""

    def act(run: Run, arguments: Arguments, site: Site) -> Value:
        *keys, value = values_of(arguments) or (NONE,)
        found = [of(run, value, key, site) for key in keys]
        return found[0] if len(found) == 1 else run.tuple_of(*found)

    return act


def _attributes(run: Run, value: Value, path: Value, site: Site) -> Value:
    """`operator.attrgetter("a.b")(value)`."""
    for name in str(path.value).split(".") if isinstance(path, Known) else ():
        value = run.attribute(value, name, site)
    return value


def _called(run: Run, arguments: Arguments, site: Site) -> Value:
    """`operator.methodcaller("name", …)(value)`."""
    *given, value = arguments
    name = given[0].value if given else NONE
    rest = tuple(given[1:])
    if isinstance(name, Known):
        return run.call_method(value.value, str(name.value), rest, site)
    return calls.unknown_result(run, name, (value, *rest), site)


def _negated(run: Run, arguments: Arguments, site: Site) -> Value:
    """`operator.not_(x)`."""
    plain = values_of(arguments)
    return comparing.negated(run, plain[0]) if plain else NONE


FUNCTIONS: dict[str, Act] = {
    "operator.itemgetter": _getter("fsdp_lint.item"),
    "operator.attrgetter": _getter("fsdp_lint.attribute"),
    "operator.methodcaller": _getter("fsdp_lint.method"),
    "fsdp_lint.item": _got(lambda run, value, key, site: run.item(value, key, site)),
    "fsdp_lint.attribute": _got(_attributes),
    "fsdp_lint.method": _called,
    "functools.reduce": _reduce,
    **{f"operator.{name}": _operation(sign) for name, sign in OPERATORS.items()},
    "operator.not_": _negated,
}
