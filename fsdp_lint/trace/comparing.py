"""Comparisons and conditions: what is known, what is a guard, what looks at the parameter at hand."""

from __future__ import annotations

from collections.abc import Hashable

from fsdp_lint.trace import selecting
from fsdp_lint.trace.guards import ALWAYS, NEVER, Guard, both, either, literal, negation, number
from fsdp_lint.trace.run import Run, Test, merged, opposite
from fsdp_lint.trace.values import (
    NONE,
    Bound,
    Choice,
    ClassValue,
    Condition,
    Container,
    Derived,
    FunctionValue,
    Known,
    ModuleName,
    NameOf,
    Needs,
    OptimizerValue,
    ParameterOf,
    Site,
    Symbol,
    Thing,
    Value,
    View,
)

OPPOSITES = {"!=": "==", "not in": "in", "is not": "is", ">=": "<"}


def key_of(value: Value) -> int:
    """A number that is the same for values that are equal on every path, as far as the source tells."""
    return value.key if isinstance(value, Thing) else number(_key(value))


def _key(value: Value) -> Hashable:
    if isinstance(value, Known):
        return ("constant", type(value.value).__name__, value.value)
    if isinstance(value, View):
        return ("view", value.thing.key)
    if isinstance(value, Symbol):
        return ("symbol", value.path)
    if isinstance(value, Condition):
        return ("condition", value.true)
    if isinstance(value, (Container, ClassValue)):
        return ("id", value.id)
    if isinstance(value, FunctionValue):
        return ("function", value.file, value.facts.at, value.frame)
    if isinstance(value, Bound):
        name = value.function if isinstance(value.function, str) else key_of(value.function)
        return ("bound", key_of(value.receiver), name)
    if isinstance(value, OptimizerValue):
        return ("optimizer", value.moment)
    if isinstance(value, Choice):
        return ("choice", tuple((option.guard, key_of(option.value)) for option in value.options))
    return ("kind", type(value).__name__)


def condition(true: Guard, false: Guard, default: bool | None = None) -> Value:
    """A boolean that is true under one guard and false under the other."""
    if not false and true:
        return Known(True)
    if not true and false:
        return Known(False)
    return Condition(true, false, default)


def truth(run: Run, value: Value) -> Test:
    """What a value decides as a condition."""
    if isinstance(value, Known):
        return Test(ALWAYS, NEVER, default=True) if value.value else Test(NEVER, ALWAYS, default=False)
    if isinstance(value, Condition):
        return Test(value.true, value.false, default=value.default)
    if isinstance(value, (Derived, NameOf, ParameterOf, ModuleName)):
        return Test(ALWAYS, ALWAYS, at_hand(run, run.needs_of(value)), elementwise=True)
    if isinstance(value, Choice):
        return _truth_of_choice(run, value)
    if isinstance(value, Container):
        return _truth_of_container(run, value)
    if isinstance(value, Thing) and not value.made:
        default = None if value.default is None else bool(value.default.value)
        atom = ("truth", value.key)
        return Test(literal(atom), literal(atom, False), default=default)
    if isinstance(value, Symbol) and not value.path.startswith("builtins."):
        named = ("truth", value.path)
        return Test(literal(named), literal(named, False)) if value.path[-1:].islower() else Test(ALWAYS, NEVER)
    return Test(ALWAYS, NEVER)


def _truth_of_container(run: Run, value: Container) -> Test:
    """Whether there is anything in a container; unknown where all there may be is what a caller gives."""
    entries = run.entries(value)
    if not entries:
        return Test(NEVER, ALWAYS)
    first = entries[0]
    given = value.kind == "tuple" or (value.kind == "dict" and first.key is None)
    if given and len(entries) == 1 and first.many and isinstance(first.value, Thing):
        given_any = ("truth", first.value.key)
        return Test(literal(given_any), literal(given_any, False))
    return Test(ALWAYS, NEVER)


def _truth_of_choice(run: Run, value: Choice) -> Test:
    true, false = NEVER, NEVER
    needs: Needs = ()
    elementwise = False
    for option in value.options:
        if not both(run.guard, option.guard):
            continue
        test = truth(run, option.value)
        true = either(true, both(option.guard, test.true))
        false = either(false, both(option.guard, test.false))
        needs = merged(needs, merged(option.needs, test.needs))
        elementwise = elementwise or test.elementwise or bool(option.needs)
    if elementwise:
        return Test(ALWAYS, ALWAYS, at_hand(run, needs), elementwise=True)
    return Test(true, false)


def at_hand(run: Run, needs: Needs) -> Needs:
    """The needs that look at the element of a loop that is running: after the loop they decide nothing by element."""
    return tuple(need for need in needs if need.loop in run.active)


def compare(run: Run, sign: str, left: Value, right: Value, site: Site) -> Value:
    """`left sign right`."""
    if sign in OPPOSITES:
        return negated(run, compare(run, OPPOSITES[sign], left, right, site))
    if isinstance(left, Choice):
        return run.over(left, lambda one: compare(run, sign, one, right, site))
    if isinstance(right, Choice):
        return run.over(right, lambda one: compare(run, sign, left, one, site))
    chosen = selecting.comparison(run, sign, left, right, site)
    if chosen is not None:
        return chosen
    if sign in ("==", "is"):
        return _equal(run, sign, left, right)
    if sign == "in":
        return _contained(run, left, right)
    return _ordered(run, sign, left, right)


def negated(run: Run, value: Value) -> Value:
    """`not value`."""
    test = truth(run, value)
    if test.elementwise:
        return Derived(opposite(test.needs))
    return condition(test.false, test.true, None if test.default is None else not test.default)


def _equal(run: Run, sign: str, left: Value, right: Value) -> Value:
    if isinstance(right, (Thing, Condition)) and not isinstance(left, (Thing, Condition)):
        left, right = right, left
    if isinstance(left, Known) and isinstance(right, Known):
        return Known(left.value == right.value)
    if right == NONE:
        return _is_none(left)
    if isinstance(right, Known) and isinstance(right.value, bool):
        test = truth(run, left)
        true, false, default = test.true, test.false, test.default
        if right.value:
            return condition(true, false, default)
        return condition(false, true, None if default is None else not default)
    if isinstance(left, Thing):
        if isinstance(right, Known):
            default = None if left.default is None else left.default.value == right.value
            return atom(("equal", left.key, right.value), default)
        if isinstance(right, Symbol):
            return atom(("equal", left.key, right.path.rsplit(".", 1)[-1]))
    if isinstance(left, Symbol) and isinstance(right, Symbol) and left.path == right.path:
        return Known(True)
    if isinstance(left, (Thing, ClassValue, FunctionValue, View)) and left == right:
        return Known(True)
    return atom(("compare", sign, *sorted((key_of(left), key_of(right)))))


def _is_none(left: Value) -> Value:
    if isinstance(left, Thing) and not left.made:
        default = None if left.default is None else left.default.value is None
        return atom(("none", left.key), default)
    if isinstance(left, Symbol) and not left.path.startswith("builtins."):
        return atom(("none", left.path))
    return Known(False)


def atom(test: tuple[Hashable, ...], default: bool | None = None) -> Value:
    """The boolean that a normalised test is."""
    true = literal(test)
    return Condition(true, negation(true), default)


def _contained(run: Run, left: Value, right: Value) -> Value:
    """`left in right` of ordinary values."""
    if isinstance(left, Known) and isinstance(right, Known) and isinstance(right.value, str):
        return Known(str(left.value) in right.value)
    if isinstance(right, Container):
        keys = [e.key if right.kind == "dict" and e.key is not None else e.value for e in run.entries(right)]
        if isinstance(left, Known) and all(isinstance(key, Known) for key in keys):
            return Known(left in keys)
        if isinstance(left, Thing) and keys and all(isinstance(key, (Known, Symbol)) for key in keys):
            true, false = NEVER, ALWAYS
            default: bool | None = False
            for key in keys:
                test = truth(run, _equal(run, "==", left, key))
                true, false = either(true, test.true), both(false, test.false)
                default = True if test.default or default else (None if test.default is None else default)
            return condition(true, false, default)
    return atom(("in", key_of(left), key_of(right)))


def _ordered(run: Run, sign: str, left: Value, right: Value) -> Value:
    if sign == ">":
        return _less(right, left)
    return negated(run, _less(right, left)) if sign == "<=" else _less(left, right)


def _less(left: Value, right: Value) -> Value:
    """`left < right`.

    What is asked whether it is more than one (ranks, devices) is at least one, and what is asked whether it is more
    than none (layers, a rate) at least none: so `ranks > 1` is where `ranks == 1` is not.
    """
    known = _known_less(left, right)
    if known is not None:
        return known
    likely = _known_less(_likely(left), _likely(right))
    default = None if likely is None else bool(likely.value)
    if isinstance(left, Thing) and _whole(right) in (1, 2):
        return atom(("equal", left.key, _whole(right, less=1)), default)
    if isinstance(right, Thing) and _whole(left) in (0, 1):
        least = literal(("equal", right.key, _whole(left)))
        return Condition(negation(least), least, default)
    return atom(("less", key_of(left), key_of(right)), default)


def _whole(value: Value, less: int = 0) -> int | None:
    """A known whole number, less some."""
    return value.value - less if isinstance(value, Known) and type(value.value) is int else None


def _likely(value: Value) -> Value:
    return value.default if isinstance(value, Thing) and value.default is not None else value


def _known_less(left: Value, right: Value) -> Known | None:
    if isinstance(left, Known) and isinstance(right, Known):
        a, b = left.value, right.value
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return Known(a < b)
    return None
