"""Expressions to values."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Callable

from fsdp_lint.extract import facts
from fsdp_lint.trace import comparing, selecting, writing
from fsdp_lint.trace.guards import ALWAYS, NEVER, both, either, relative
from fsdp_lint.trace.run import MOST_ENTRIES, Frame, Run, merged, opposite
from fsdp_lint.trace.values import (
    NONE,
    Argument,
    Arguments,
    Choice,
    Condition,
    Container,
    Derived,
    FunctionValue,
    Known,
    NameOf,
    Needs,
    ParameterOf,
    Parameters,
    Site,
    Symbol,
    Thing,
    Value,
)

BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)


def lookup(run: Run, frame: Frame, name: str) -> Value:
    """The value of a name: in the frame, the frames around it, star imports, builtins; else a thing of that name."""
    kind = frame.declared.get(name)
    at: Frame | None = run.modules.get(frame.file, frame) if kind == "global" else frame
    innermost = True
    while at is not None:
        if innermost or not _is_class_body(run, at):
            content = run.store.value(("name", at.number, name))
            if content is not None:
                return content
        innermost = False
        at = at.parent
    module = run.modules.get(frame.file)
    for star in [*frame.stars, *(module.stars if module is not None else [])]:
        if f"{star}.{name}" in run.known_paths:
            return Symbol(f"{star}.{name}")
    if name in BUILTINS:
        return Symbol(f"builtins.{name}")
    return run.global_thing(frame.file, name)


def _is_class_body(run: Run, frame: Frame) -> bool:
    return frame.owner is not None and run.class_frames.get(frame.owner) is frame


def evaluate(run: Run, frame: Frame, expression: facts.Expression) -> Value:
    """The value of an expression, with its effects."""
    run.step()
    if not run.guard:
        return NONE
    return HANDLERS[type(expression)](run, frame, expression)


def _constant(_run: Run, frame: Frame, expression: facts.Constant) -> Value:
    value = expression.value
    return Known(value, Site(frame.file, expression.at)) if value is True or value is False else Known(value)


def _name(run: Run, frame: Frame, expression: facts.Name) -> Value:
    value = lookup(run, frame, expression.id)
    run.used(value)
    return value


def _attribute(run: Run, frame: Frame, expression: facts.Attribute) -> Value:
    receiver = run.evaluate(frame, expression.value)
    value = run.attribute(receiver, expression.attr, Site(frame.file, expression.at))
    run.used(value)
    return value


def _subscript(run: Run, frame: Frame, expression: facts.Subscript) -> Value:
    receiver = run.evaluate(frame, expression.value)
    if isinstance(expression.index, facts.Other):
        run.evaluate(frame, expression.index)
        return sliced(run, receiver, expression.index)
    index = run.evaluate(frame, expression.index)
    return run.item(receiver, index, Site(frame.file, expression.at))


def sliced(run: Run, value: Value, index: facts.Other) -> Value:
    """`value[a:b]`: the same collection; of a name its head or tail."""
    if isinstance(value, NameOf):
        starts = index.parts and isinstance(index.parts[0], facts.Call)
        return replace(value, part="stripped" if starts else "head") if value.part == "whole" else value
    if isinstance(value, Parameters):
        return value
    if isinstance(value, Choice):
        return run.over(value, lambda one: sliced(run, one, index))
    return value


def arguments(run: Run, frame: Frame, call: facts.Call) -> Arguments:
    """The evaluated arguments of a call; a `*list` is spread out as far as its entries are known."""
    result: list[Argument] = []
    for one in call.arguments:
        value = run.evaluate(frame, one.value)
        if one.star == "*" and isinstance(value, Container):
            result += _spread_out(run, value)
        else:
            result.append(Argument(value, one.keyword, one.star))
    return tuple(result)


def _spread_out(run: Run, container: Container) -> list[Argument]:
    entries = run.entries(container)
    known = 0
    while known < len(entries) and not entries[known].many and relative(entries[known].guard, run.guard) == ALWAYS:
        known += 1
    result = [Argument(run.attach(entry.value, container.needs)) for entry in entries[:known]]
    if known < len(entries):
        rest = replace(run.container(container.kind, entries[known:]), needs=container.needs)
        result.append(Argument(rest, star="*"))
    return result


def _call(run: Run, frame: Frame, expression: facts.Call) -> Value:
    site = Site(frame.file, expression.at)
    function = expression.function
    if isinstance(function, facts.Name) and function.id == "super" and not expression.arguments:
        return run.super_of(frame)
    if isinstance(function, facts.Attribute):
        receiver = run.evaluate(frame, function.value)
        given = arguments(run, frame, expression)
        run.calling = Site(frame.file, function.at)
        value = run.call_method(receiver, function.attr, given, site)
    else:
        callee = run.evaluate(frame, function)
        given = arguments(run, frame, expression)
        run.calling = Site(frame.file, function.at)
        value = run.call(callee, given, site)
    run.used(value)
    return value


def _starred(run: Run, frame: Frame, expression: facts.Starred) -> Value:
    return run.evaluate(frame, expression.value)


def _display(run: Run, frame: Frame, expression: facts.Display) -> Value:
    made = run.container(expression.kind)
    for item in expression.items:
        value = run.evaluate(frame, item)
        if isinstance(item, facts.Starred):
            pour(run, made, value, Site(frame.file, item.at))
        else:
            run.add(made, value)
    return made


def pour(run: Run, made: Container, source: Value, site: Site) -> None:
    """Add the elements of a source to a container: those of a list that is spelled out one by one."""
    if isinstance(source, Container) and source.kind != "dict":
        elements = [(run.attach(e.value, source.needs), e.guard, e.many) for e in run.entries(source)]
    else:
        elements = [(run.attach(one.value, one.needs), one.guard, True) for one in run.iterate(source, site)]
    before = run.guard
    for value, guard, many in elements:
        run.guard = both(before, guard)
        if run.guard:
            run.add(made, value, many=many or isinstance(value, ParameterOf))
    run.guard = before


def _dictionary(run: Run, frame: Frame, expression: facts.Dictionary) -> Value:
    made = run.container("dict")
    for key, item in expression.items:
        value = run.evaluate(frame, item)
        if key is None:
            merge(run, made, value)
        else:
            writing.put(run, made, run.evaluate(frame, key), value)
    return made


def merge(run: Run, target: Container, source: Value) -> None:
    """`target.update(source)`: items that are known, else the mark that any item may be there."""
    if isinstance(source, Container):
        if source.id in run.open_mappings:
            run.open_mappings.add(target.id)
        for entry in run.entries(source):
            before = run.guard
            run.guard = both(before, entry.guard)
            run.add(target, entry.value, entry.key, entry.many)
            run.guard = before
    elif isinstance(source, Choice):
        run.branch([(o.guard, o.needs, lambda o=o: merge(run, target, o.value)) for o in source.options])  # type: ignore[misc]
    elif isinstance(source, Parameters):
        for one in run.iterate(source, source.selection.site):
            pair = run.entries(one.value) if isinstance(one.value, Container) else ()
            if len(pair) == 2:
                run.add(target, pair[1].value, pair[0].value, many=True)
    else:
        run.add(target, source, None, many=True)


def function_value(run: Run, frame: Frame, definition: facts.Function | facts.Lambda) -> FunctionValue:
    """A function as it is when its definition runs: with its defaults evaluated and the frame that it closes over."""
    defaults = tuple((p.name, run.evaluate(frame, p.default)) for p in definition.parameters if p.default is not None)
    decorators: tuple[Value, ...] = ()
    if isinstance(definition, facts.Function):
        decorators = tuple(run.evaluate(frame, decorator) for decorator in definition.decorators)
    outer: Frame | None = frame
    while outer is not None and not outer.captured:
        outer.captured = True
        outer = outer.parent
    if _is_class_body(run, frame):
        assert frame.parent is not None
        return FunctionValue(definition, frame.file, frame.parent.number, defaults, frame.owner, decorators)
    return FunctionValue(definition, frame.file, frame.number, defaults, None, decorators)


def _lambda(run: Run, frame: Frame, expression: facts.Lambda) -> Value:
    return function_value(run, frame, expression)


def _comprehension(run: Run, frame: Frame, expression: facts.Comprehension) -> Value:
    kind = "list" if expression.kind == "generator" else expression.kind
    made = run.container(kind)
    inner = run.frame(frame.file, frame, function=frame.function, owner=None, depth=frame.depth)
    _clause(run, inner, expression, 0, made)
    return made


def _clause(run: Run, frame: Frame, expression: facts.Comprehension, index: int, made: Container) -> None:
    """Run the clauses of a comprehension from `index` on, and its element at the end."""
    if index == len(expression.clauses):
        value = run.evaluate(frame, expression.element)
        key = None if expression.key is None else run.evaluate(frame, expression.key)
        if key is None:
            run.add(made, value, many=True)
        else:
            writing.put(run, made, key, value)
        return
    clause = expression.clauses[index]
    iterable = run.evaluate(frame, clause.iterable)
    for one in run.iterate(iterable, Site(frame.file, clause.iterable.at)):
        guard, context = run.guard, run.context
        run.guard, run.context = both(guard, one.guard), merged(context, one.needs)
        running = len(run.active)
        run.active += selecting.origins(run, one.value)
        writing.assign(run, frame, clause.target, one.value)
        for condition in clause.conditions:
            test = run.truth(run.evaluate(frame, condition))
            run.guard = both(run.guard, test.true)
            run.context = merged(run.context, test.needs)
        if run.guard:
            _clause(run, frame, expression, index + 1, made)
        run.guard, run.context = guard, context
        del run.active[running:]


def _conditional(run: Run, frame: Frame, expression: facts.Conditional) -> Value:
    test = run.truth(run.evaluate(frame, expression.test))
    return run.branch(
        [
            (test.true, test.needs, lambda: run.evaluate(frame, expression.body)),
            (test.false, opposite(test.needs), lambda: run.evaluate(frame, expression.otherwise)),
        ]
    )


def _boolean(run: Run, frame: Frame, expression: facts.BooleanOperation) -> Value:
    """`and` and `or`: a condition where both sides are, else one of the two values."""
    left = run.evaluate(frame, expression.left)
    test = run.truth(left)
    goes_on = test.true if expression.operator == "and" else test.false
    stops = test.false if expression.operator == "and" else test.true
    if not goes_on:
        return left
    right: list[Value] = []

    def second() -> Value:
        right.append(run.evaluate(frame, expression.right))
        return right[0]

    if stops == NEVER and not test.elementwise:
        return second()
    before = run.guard
    stated = _stated(run, left, expression)
    if stated is not None:
        return stated
    result = run.branch([(stops, test.needs, lambda: left), (goes_on, test.needs, second)])
    run.guard = before
    if right and _is_test(left) and _is_test(right[0]):
        return both_of(run, expression.operator, left, right[0])
    return result


def _stated(run: Run, left: Value, expression: facts.BooleanOperation) -> Value | None:
    """`unknown or "text"`: an unknown text with a visible default; None for anything else."""
    right = expression.right
    if expression.operator != "or" or not (isinstance(right, facts.Constant) and isinstance(right.value, str)):
        return None
    if not isinstance(left, Thing) or left.default is not None or left.made or not right.value:
        return None
    return run.thing(("or", left.key, right.value), default=Known(right.value))


def _is_test(value: Value) -> bool:
    if isinstance(value, Choice):
        return all(_is_test(option.value) for option in value.options)
    return isinstance(value, (Condition, Derived)) or (isinstance(value, Known) and isinstance(value.value, bool))


def both_of(run: Run, name: str, left: Value, right: Value) -> Value:
    """`left and right` or `left or right` of two tests."""
    a, b = run.truth(left), run.truth(right)
    if a.elementwise or b.elementwise:
        return Derived(selecting.uncovered(merged(a.needs, b.needs), passed=name == "or"))
    if name == "and":
        true, false = both(a.true, b.true), either(a.false, both(a.true, b.false))
        defaults = (a.default, b.default)
        default = False if False in defaults else (None if None in defaults else True)
    else:
        true, false = either(a.true, both(a.false, b.true)), both(a.false, b.false)
        defaults = (a.default, b.default)
        default = True if True in defaults else (None if None in defaults else False)
    return comparing.condition(true, false, default)


def _not(run: Run, frame: Frame, expression: facts.Not) -> Value:
    value = run.evaluate(frame, expression.value)
    test = run.truth(value)
    if test.elementwise:
        return Derived(opposite(test.needs))
    return comparing.condition(test.false, test.true, None if test.default is None else not test.default)


def _comparison(run: Run, frame: Frame, expression: facts.Comparison) -> Value:
    left = run.evaluate(frame, expression.left)
    result: Value | None = None
    for sign, right_expression in expression.rest:
        right = run.evaluate(frame, right_expression)
        one = comparing.compare(run, sign, left, right, Site(frame.file, expression.at))
        result = one if result is None else both_of(run, "and", result, one)
        left = right
    return NONE if result is None else result


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


def combined(run: Run, sign: str, left: Value, right: Value, site: Site) -> Value:
    """`left sign right`: of constants, of lists and dicts, of names; else unknown."""
    if isinstance(left, Known) and isinstance(right, Known) and sign in ARITHMETIC:
        return _computed(run, sign, left, right)
    if sign == "*" and (isinstance(left, Container) or isinstance(right, Container)):
        return repeated(run, left, right)
    if isinstance(left, (Container, Parameters)) and sign in ("+", "|", "-", "&"):
        return _joined(run, sign, left, right, site)
    for one in (left, right):
        if isinstance(one, NameOf):
            return one
    if isinstance(left, Choice) and not isinstance(right, Choice):
        return run.over(left, lambda one: combined(run, sign, one, right, site))
    needs = merged(run.needs_of(left), run.needs_of(right))
    if needs or isinstance(left, (Derived, ParameterOf)) or isinstance(right, (Derived, ParameterOf)):
        return Derived(needs)
    return run.thing(("operation", sign, comparing.key_of(left), comparing.key_of(right)))


def repeated(run: Run, left: Value, right: Value) -> Value:
    """`list * times` and `times * list`."""
    source, times = (left, right) if isinstance(left, Container) else (right, left)
    assert isinstance(source, Container)
    entries = run.entries(source)
    if isinstance(times, Known) and isinstance(times.value, int) and times.value * len(entries) <= MOST_ENTRIES:
        repeated = entries * times.value
    else:
        repeated = tuple(replace(entry, many=True) for entry in entries)
    return replace(run.container(source.kind, repeated), needs=source.needs)


def _computed(run: Run, sign: str, left: Known, right: Known) -> Value:
    try:
        value = ARITHMETIC[sign](left.value, right.value)
    except Exception:
        value = None
    if isinstance(value, (str, int, float)) and len(repr(value)) < 1000:
        return Known(value)
    return run.thing(("operation", sign, left, right))


def _joined(run: Run, sign: str, left: Value, right: Value, site: Site) -> Value:
    """`a + b` of lists, `a | b` of dicts and sets; `a - b` and `a & b` of sets choose by membership."""
    if isinstance(left, Container) and left.kind == "dict" and sign == "|":
        made = run.container("dict")
        merge(run, made, left)
        merge(run, made, right)
        return made
    if sign == "+" and isinstance(left, Container) and isinstance(right, Container):
        return _concatenated(run, left, right)
    made = run.container("list" if sign == "+" else "set")
    sources: Sequence[Value] = (left, right) if sign in "+|" else (left,)
    for source in sources:
        for one in run.iterate(source, site):
            value = run.attach(one.value, one.needs)
            if sign in "-&":
                value = run.attach(value, run.needs_of(comparing.compare(run, "in", one.value, right, site)))
            run.add(made, value, many=True)
    return made


def _concatenated(run: Run, left: Container, right: Container) -> Value:
    """`left + right` of two lists or tuples: their entries, as certain as they were."""
    made = run.container(left.kind)
    for source in (left, right):
        for entry in run.entries(source):
            run.put(made, replace(entry, value=run.attach(entry.value, source.needs)))
    return made


def _binary(run: Run, frame: Frame, expression: facts.BinaryOperation) -> Value:
    left = run.evaluate(frame, expression.left)
    right = run.evaluate(frame, expression.right)
    if expression.operator == "%" and isinstance(left, Known) and isinstance(left.value, str):
        for one in run.iterate(right, Site(frame.file, expression.at)) if isinstance(right, Container) else ():
            if isinstance(one.value, NameOf):
                return one.value
        if isinstance(right, NameOf):
            return right
        return run.thing(("operation", "%", comparing.key_of(left), comparing.key_of(right)))
    return combined(run, expression.operator, left, right, Site(frame.file, expression.at))


def _walrus(run: Run, frame: Frame, expression: facts.Walrus) -> Value:
    value = run.evaluate(frame, expression.value)
    writing.bind(run, frame, expression.name, value)
    return value


def _yield(run: Run, frame: Frame, expression: facts.Yield) -> Value:
    value = NONE if expression.value is None else run.evaluate(frame, expression.value)
    owner: Frame | None = frame
    while owner is not None and owner.yields is None and owner.on_yield is None:
        owner = owner.parent
    if owner is None:
        return run.thing(("yield", frame.file, expression.at))
    if owner.on_yield is not None:
        owner.on_yield(value)
    elif owner.yields is not None:
        if expression.delegates:
            for one in run.iterate(value, Site(frame.file, expression.at)):
                run.add(owner.yields, run.attach(one.value, one.needs), many=True)
        else:
            run.add(owner.yields, value, many=bool(frame.loops))
    return run.thing(("sent", frame.file, expression.at))


def _template(run: Run, frame: Frame, expression: facts.Template) -> Value:
    values = [run.evaluate(frame, part) for part in expression.parts]
    for value in values:
        if isinstance(value, NameOf):
            return value
    if all(isinstance(value, Known) for value in values):
        return Known("".join(str(value.value) for value in values if isinstance(value, Known)))
    needs: Needs = ()
    for value in values:
        needs = merged(needs, run.needs_of(value))
    return Derived(needs) if needs else run.thing(("template", *(comparing.key_of(value) for value in values)))


def _other(run: Run, frame: Frame, expression: facts.Other) -> Value:
    needs: Needs = ()
    keys: list[object] = []
    derived = False
    for part in expression.parts:
        value = run.evaluate(frame, part)
        needs = merged(needs, run.needs_of(value))
        keys.append(comparing.key_of(value))
        derived = derived or isinstance(value, (Derived, ParameterOf))
    if needs or derived:
        return Derived(needs)
    return run.thing(("other", frame.file, expression.at, *keys))


HANDLERS: dict[type, Callable[[Run, Frame, Any], Value]] = {
    facts.Constant: _constant,
    facts.Name: _name,
    facts.Attribute: _attribute,
    facts.Subscript: _subscript,
    facts.Call: _call,
    facts.Starred: _starred,
    facts.Display: _display,
    facts.Dictionary: _dictionary,
    facts.Lambda: _lambda,
    facts.Comprehension: _comprehension,
    facts.Conditional: _conditional,
    facts.BooleanOperation: _boolean,
    facts.Not: _not,
    facts.Comparison: _comparison,
    facts.BinaryOperation: _binary,
    facts.Walrus: _walrus,
    facts.Yield: _yield,
    facts.Template: _template,
    facts.Other: _other,
}
