"""Calls of functions, methods and classes of the source."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Callable

from fsdp_lint.extract import facts
from fsdp_lint.trace import comparing, expressions, options, reading, statements, writing
from fsdp_lint.trace.guards import NEVER, Guard, after_checks, either, relative
from fsdp_lint.trace.run import Frame, Run, merged
from fsdp_lint.trace.store import Layer, Side, choice
from fsdp_lint.trace.values import (
    NONE,
    Argument,
    Arguments,
    Bound,
    Choice,
    ClassValue,
    Container,
    Derived,
    Entry,
    FunctionValue,
    Known,
    NameOf,
    Need,
    Needs,
    Option,
    ParameterOf,
    PartialValue,
    Site,
    Thing,
    Value,
)

DEEPEST = 24
"""Calls inside calls after which a function is no longer entered."""

MOST_CLOSURES = 6
"""Closures of one definition inside each other, as of functions with the same decorator that call each other."""


def invoke(
    run: Run,
    function: FunctionValue,
    arguments: Arguments,
    site: Site,
    receiver: Value | None = None,
    on_yield: Callable[[Value], None] | None = None,
    *,
    entered: bool = False,
) -> Value:
    """Run a function of the source; `entered` where it is an entry point, called from who knows where."""
    identity = (function.file, function.facts.at)
    if _is_too_deep(run, function):
        return unknown_result(run, function, arguments, site)
    run.executed.add(identity)
    run.stack.append(identity)
    run.closures.append(function.frame)
    frame = _activation(run, function, receiver, on_yield)
    bind_arguments(run, frame, function, arguments, receiver, entered=entered)
    value = _run_body(run, frame, function)
    run.stack.pop()
    run.closures.pop()
    return resited(run, value, site)


def _is_too_deep(run: Run, function: FunctionValue) -> bool:
    """Whether a function is running twice already, or so many others that it is not worth entering."""
    running = run.stack.count((function.file, function.facts.at))
    if running < 2 or len(run.stack) >= DEEPEST:
        return len(run.stack) >= DEEPEST
    return running >= MOST_CLOSURES or run.closures.count(function.frame) > 1


def _activation(
    run: Run, function: FunctionValue, receiver: Value | None, on_yield: Callable[[Value], None] | None
) -> Frame:
    definition = function.facts
    frame = run.frame(
        function.file,
        run.frames[function.frame],
        function=definition if isinstance(definition, facts.Function) else None,
        owner=function.owner,
        depth=len(run.stack),
    )
    frame.receiver = receiver
    frame.on_yield = on_yield
    if isinstance(definition, facts.Function) and definition.generator and on_yield is None:
        frame.yields = run.container("list")
    return frame


def _run_body(run: Run, frame: Frame, function: FunctionValue) -> Value:
    """Run the body and join its exits."""
    definition = function.facts
    if isinstance(definition, facts.Lambda):
        return run.evaluate(frame, definition.body)
    before, context = run.guard, run.context
    frame.base = run.store.push()
    statements.execute(run, frame, definition.body)
    layer = run.store.pop()
    exits = [
        (Side(one.guard, _outlives(run, frame, one.layer), _new(one.needs, context)), one.value or NONE)
        for one in frame.exits
    ]
    if run.guard:
        exits.append((Side(run.guard, _outlives(run, frame, layer), _new(run.context, context)), NONE))
    run.context = context
    run.guard = before
    if not exits:
        run.guard = NEVER
        return NONE
    if frame.raised:
        after: Guard = NEVER
        for side, _ in exits:
            after = either(after, side.guard)
        run.guard = after_checks(after, before)
    value = _joined_exits(run, exits, before)
    return frame.yields if frame.yields is not None else value


def _outlives(run: Run, frame: Frame, layer: Layer) -> Layer:
    """What a function wrote without its own names, unless a function made inside it can still read them."""
    return {
        cell: content
        for cell, content in layer.items()
        if cell[0] != "name" or _number(cell[1]) < frame.number or run.frames[_number(cell[1])].captured
    }


def _number(part: Hashable) -> int:
    assert isinstance(part, int)
    return part


def _joined_exits(run: Run, exits: list[tuple[Side, Value]], before: object) -> Value:
    if len(exits) == 1:
        run.store.apply(exits[0][0].layer)
        return exits[0][1]
    sides = [(side._replace(guard=relative(side.guard, before)), value) for side, value in exits]  # type: ignore[arg-type]
    run.store.join([side for side, _ in sides])
    needs: Needs = ()
    for side, _ in sides:
        needs = merged(needs, side.needs)
    return choice([Option(side.guard, value, needs) for side, value in sides])


def _new(needs: Needs, context: Needs) -> Needs:
    return tuple(need for need in needs if need not in context)


def resited(run: Run, value: Value, site: Site) -> Value:
    """A predicate's answer: what it looked at is looked at where it is called, as far as the reader is concerned."""
    depth = len(run.stack)

    def moved(needs: Needs) -> Needs:
        return tuple(_at_call(need, site, depth) for need in needs)

    if isinstance(value, Derived):
        return Derived(moved(value.needs))
    if isinstance(value, Choice):
        return Choice(tuple(Option(o.guard, resited(run, o.value, site), moved(o.needs)) for o in value.options))
    return value


def _at_call(need: Need, site: Site, depth: int) -> Need:
    return replace(need, site=site) if need.depth <= depth else need


def bind_arguments(
    run: Run,
    frame: Frame,
    function: FunctionValue,
    arguments: Arguments,
    receiver: Value | None,
    *,
    entered: bool = False,
) -> None:
    """Bind the parameters of a function to its arguments, their defaults, or things of their own."""
    given = list(arguments)
    if receiver is not None:
        given.insert(0, Argument(receiver))
    positional = [a for a in given if not a.star and a.keyword is None]
    keywords: dict[str | None, Value] = {a.keyword: a.value for a in given if a.keyword is not None}
    spread = [a.value for a in given if a.star == "**"]
    stretched = next((a.value for a in given if a.star == "*"), None)
    defaults = dict(function.defaults)
    names = {p.name for p in function.facts.parameters}
    for parameter in function.facts.parameters:
        name = parameter.name
        if parameter.kind == "*":
            entries = [Entry(a.value) for a in positional]
            if stretched is not None:
                rounds = run.iterate(stretched, Site(frame.file, parameter.at))
                entries += [Entry(run.attach(one.value, one.needs), None, one.guard, True) for one in rounds]
            elif entered:
                entries.append(Entry(opaque_argument(run, frame, function, parameter), many=True))
            value: Value = run.container("tuple", tuple(entries))
            positional = []
        elif parameter.kind == "**":
            mappings = [*spread, opaque_argument(run, frame, function, parameter)] if entered else spread
            value = _rest(run, keywords, names, mappings)
        elif parameter.kind != "keyword" and positional:
            value = positional.pop(0).value
        elif name in keywords:
            value = keywords[name]
        else:
            default = defaults.get(name)
            if entered and isinstance(default, Known) and _is_setting(default):
                value = opaque_argument(run, frame, function, parameter, default)
            else:
                value = _from_spread(run, frame, function, parameter, spread, stretched, default)
        run.store.set(("name", frame.number, name), value)


def _rest(run: Run, keywords: dict[str | None, Value], names: set[str], spread: list[Value]) -> Value:
    made = run.container("dict")
    run.open_mappings.add(made.id)
    for keyword, value in keywords.items():
        if keyword not in names:
            run.add(made, value, Known(keyword))
    for value in spread:
        expressions.merge(run, made, value)
    return made


def _from_spread(
    run: Run,
    frame: Frame,
    function: FunctionValue,
    parameter: facts.Parameter,
    spread: list[Value],
    stretched: Value | None,
    default: Value | None,
) -> Value:
    """A parameter that is not given by itself: from `**mapping` or `*sequence`, its default, or unknown."""
    site = Site(frame.file, parameter.at)
    for mapping in spread:
        found = _in_mapping(run, mapping, Known(parameter.name), default, site)
        if found is not None:
            return found
    if stretched is not None and default is None:
        rounds = run.iterate(stretched, site)
        if rounds:
            return rounds[0].value
    if stretched is not None and parameter.kind != "keyword" and isinstance(default, Known) and _is_setting(default):
        return opaque_argument(run, frame, function, parameter, default)
    if default is not None:
        return default
    return opaque_argument(run, frame, function, parameter)


def _in_mapping(run: Run, mapping: Value, key: Known, default: Value | None, site: Site) -> Value | None:
    """What `**mapping` gives a parameter; None where it gives nothing, or nothing that matters."""
    open_ = default is None or _is_setting(default)
    if not isinstance(mapping, Container):
        return reading.perhaps(run, mapping, key, default, site) if open_ else None
    options = reading.keyed(run, mapping, key)
    rest = reading.absent(run, mapping, key)
    mark = reading.marked(run.entries(mapping))
    if rest and mark is not None and open_:
        options.append(Option(rest, reading.perhaps(run, mark, key, default, site)))
    elif rest and options and default is not None:
        options.append(Option(rest, default))
    return choice(options) if options else None


def _is_setting(default: Value | None) -> bool:
    """Whether a parameter's default is one that a caller may well change: True, False, None or a word."""
    return isinstance(default, Known) and (default.value is None or isinstance(default.value, (bool, str)))


def opaque_argument(
    run: Run, frame: Frame, function: FunctionValue, parameter: facts.Parameter, default: Known | None = None
) -> Value:
    """An argument that nothing in the source gives: a thing of the annotated class, if that is in the source."""
    default = default or options.default_of(function, parameter.name)
    type_ = None
    if parameter.annotation is not None:
        annotation = run.evaluate(frame, parameter.annotation)
        type_ = annotation if isinstance(annotation, ClassValue) else None
    key = ("argument", function.file, function.facts.at, parameter.name)
    return run.thing(key, name=parameter.name, type=type_, default=default)


def unknown_result(run: Run, callee: Value, arguments: Arguments, site: Site) -> Value:
    """What a call returns of which the source says nothing: something about the parameter at hand, or any thing."""
    needs: Needs = ()
    derived = False
    for one in arguments:
        if isinstance(one.value, (NameOf, Derived, ParameterOf)):
            derived = True
            needs = merged(needs, run.needs_of(one.value))
    if derived:
        return Derived(needs)
    keys = tuple((a.keyword, comparing.key_of(a.value)) for a in arguments)
    return run.thing(("call", comparing.key_of(callee), keys))


def of_partial(run: Run, partial: PartialValue, arguments: Arguments) -> Arguments:
    """The arguments with which a partial calls its function: a keyword of the call replaces that of the partial."""
    named = {one.keyword for one in arguments if one.keyword is not None}
    spread = [one.value for one in arguments if one.star == "**"]
    kept: list[Argument] = []
    for one in partial.arguments:
        if one.keyword is None:
            kept.append(one)
        elif one.keyword not in named:
            kept.append(replace(one, value=_replaced(run, one.keyword, one.value, spread)))
    return (*kept, *arguments)


def _replaced(run: Run, keyword: str, value: Value, spread: list[Value]) -> Value:
    """A partial's keyword in a call with `**mappings`: theirs, where they have it."""
    for mapping in spread:
        if isinstance(mapping, Choice):
            options = [Option(o.guard, _replaced(run, keyword, value, [o.value]), o.needs) for o in mapping.options]
            value = choice(options)
        elif isinstance(mapping, Container):
            found = reading.keyed(run, mapping, Known(keyword))
            rest = reading.absent(run, mapping, Known(keyword))
            mark = reading.marked(run.entries(mapping))
            if mark is not None and isinstance(value, Known):
                value = reading.perhaps(run, mark, Known(keyword), value, run.calling)
            value = choice([*found, Option(rest, value)] if rest else found)
        elif isinstance(value, Known):
            value = run.thing(("flag", comparing.key_of(mapping), keyword), name=keyword, default=value)
    return value


def instantiate(run: Run, owner: ClassValue, arguments: Arguments, site: Site, *, entered: bool = False) -> Value:
    """An object of a class of the source: its `__init__` runs, or a dataclass's fields are filled."""
    made = run.thing(("new", run.number()), type=owner, made=True)
    init = reading.class_attribute(run, owner, "__init__")
    if isinstance(init, FunctionValue):
        invoke(run, init, arguments, site, receiver=made, entered=entered)
        return made
    names = fields(run, owner)
    positional = [a.value for a in arguments if not a.star and a.keyword is None]
    for name, value in zip(names, positional):
        writing.set_attribute(run, made, name, value, site)
    for one in arguments:
        if one.keyword is not None and one.keyword in names:
            writing.set_attribute(run, made, one.keyword, one.value, site)
        elif one.star == "**":
            _spread_fields(run, made, names, one.value, site)
    return made


def fields(run: Run, owner: ClassValue) -> list[str]:
    """The declared fields of a dataclass-like class, bases first."""
    names: list[str] = []
    for one in reversed(reading.resolution_order(run, owner)):
        for statement in one.facts.body:
            if isinstance(statement, facts.Declare) and isinstance(statement.target, facts.Name):
                names.append(statement.target.id)
    return list(dict.fromkeys(names))


def _spread_fields(run: Run, made: Thing, fields: list[str], mapping: Value, site: Site) -> None:
    for name in fields:
        if isinstance(mapping, Container):
            options = reading.keyed(run, mapping, Known(name))
            if options:
                writing.set_attribute(run, made, name, choice(options), site)
        else:
            default = reading.class_attribute(run, made.type, name) if made.type is not None else None
            known = default if isinstance(default, Known) else None
            child = run.thing(("attribute", made.key, name), parent=made.id, name=name, default=known)
            writing.set_attribute(run, made, name, child, site)


def manage(run: Run, callee: Value, arguments: Arguments, site: Site, body: Callable[[Value], None]) -> None:
    """Run a context manager function, with `body` where it yields."""
    if isinstance(callee, Bound) and isinstance(callee.function, FunctionValue):
        invoke(run, callee.function, arguments, site, receiver=callee.receiver, on_yield=body)
    elif isinstance(callee, FunctionValue):
        invoke(run, callee, arguments, site, on_yield=body)
