"""Decorators of the source: what they make of a function or class, and where they put it (a registry)."""

from __future__ import annotations

import dataclasses
import typing

from fsdp_lint.extract import facts
from fsdp_lint.trace.run import Run
from fsdp_lint.trace.values import (
    Argument,
    Bound,
    Choice,
    ClassValue,
    FunctionValue,
    PartialValue,
    Site,
    Value,
)

MOST_STATEMENTS = 30
"""Of a decorator: a longer one looks into signatures and documentation, and costs more than it tells."""

_STATEMENTS = typing.get_args(facts.Statement)


def decorated(run: Run, value: FunctionValue | ClassValue, site: Site) -> Value:
    """What a definition's name is bound to: what its decorators return, as far as that can be called.

    A decorator that the source does not show, or that is long, leaves a definition as it is.
    """
    result: Value = value
    for decorator in reversed(value.decorators):
        if _is_short(decorator):
            guard, context = run.guard, run.context
            returned = run.call(decorator, (Argument(result),), site)
            run.guard, run.context = guard, context  # it is there in any case, whatever the decorator has checked
            result = returned if _is_callable(returned) else result
    return result


def _is_short(decorator: Value) -> bool:
    """Whether a decorator is a function of the source that is worth calling."""
    function = decorator.function if isinstance(decorator, (Bound, PartialValue)) else decorator
    return isinstance(function, FunctionValue) and _statements(function.facts) <= MOST_STATEMENTS


def _statements(record: object) -> int:
    """How many statements stand in a record, up to a few more than are allowed."""
    found, waiting = 0, [record]
    while waiting and found <= MOST_STATEMENTS:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif dataclasses.is_dataclass(one):
            found += isinstance(one, _STATEMENTS)
            waiting += vars(one).values()
    return found


def _is_callable(value: Value) -> bool:
    if isinstance(value, Choice):
        return all(_is_callable(option.value) for option in value.options)
    return isinstance(value, (Bound, ClassValue, FunctionValue, PartialValue))
