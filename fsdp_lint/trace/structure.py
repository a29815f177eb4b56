"""What a model is made of, as far as the statements of its class tell: its modules, their modules, its parameters."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fsdp_lint.extract import facts
from fsdp_lint.trace import expressions, reading
from fsdp_lint.trace.run import Run
from fsdp_lint.trace.values import ClassValue, ModuleValue, Site, Symbol, Value

MODULE, LIST, PARAMETER, OPEN = "module", "list", "parameter", "open"

PLAIN_BASES = frozenset({"torch.nn.Module", "torch.nn.modules.Module", "torch.nn.modules.module.Module", "abc.ABC"})
"""Bases outside the source that bring no modules along."""

HOLDING_MODULES = frozenset(
    {
        "ModuleDict",
        "MultiheadAttention",
        "ParameterDict",
        "ParameterList",
        "Transformer",
        "TransformerDecoder",
        "TransformerDecoderLayer",
        "TransformerEncoder",
        "TransformerEncoderLayer",
    }
)
"""Classes of torch.nn that hold modules or parameters with names of their own, which are not listed here."""

REGISTERING = frozenset({"add_module", "register_module", "register_parameter"})
"""Methods that give a module an attribute."""

DEEPEST = 8
"""Attributes of attributes after which no more is told."""


class Part(NamedTuple):
    """A module or parameter by its path from the model, in which "*" stands for each element of a list.

    `kind` is MODULE, LIST (which is not called itself), PARAMETER, or OPEN: the source does not tell what there is at
    the path and below it. `owner` is the module's class, where that is in the source.
    """

    path: tuple[str, ...]
    kind: str
    owner: ClassValue | None = None


class _Given(NamedTuple):
    """What a method puts into an attribute of `self`; `always` where every object gets it."""

    file: int
    name: str
    value: facts.Expression
    always: bool


def parts(run: Run, owner: ClassValue, above: tuple[str, ...] = ()) -> Iterator[Part]:
    """All that an object of a class holds; an attribute comes before what is in it."""
    if len(above) > DEEPEST or not reading.base_paths(run, owner) <= PLAIN_BASES:
        yield Part(above, OPEN)
        return
    methods = [
        (one.file, method)
        for one in reading.resolution_order(run, owner)
        for method in one.facts.body
        if isinstance(method, facts.Function) and method.parameters
    ]
    given = [each for file, method in methods for each in _given(file, method)]
    appended = [each for file, method in methods for each in _appended(file, method)]
    used = {name for _, method in methods for name in _used(method)}
    for name in dict.fromkeys(each.name for each in given):
        values = [each for each in given if each.name == name]
        added = [each for each in appended if each.name == name]
        found = [part for each in values for part in _made(run, each, (*above, name), added, name in used)]
        surely = len(values) == 1 and values[0].always
        yield from found if surely or not found else [Part((*above, name), OPEN)]


def _given(file: int, method: facts.Function) -> Iterator[_Given]:
    me = method.parameters[0].name
    always = {id(one) for one in method.body} if method.name == "__init__" else set()
    for record in _records(method.body):
        for name, value in _put(record, me):
            yield _Given(file, name, value, id(record) in always)


def _put(record: object, me: str) -> Iterator[tuple[str, facts.Expression]]:
    """The attributes of an object that a statement or call gives something."""
    targets: Sequence[facts.Expression] = ()
    if isinstance(record, facts.Assign):
        targets = record.targets
    elif isinstance(record, (facts.Declare, facts.Augment)) and record.value is not None:
        targets = (record.target,)
    for target in targets:
        name = _own(target, me)
        if name is not None:
            yield name, record.value  # type: ignore[attr-defined]
    if isinstance(record, facts.Call) and _own(record.function, me) in REGISTERING:
        yield "*", record
    if isinstance(record, facts.Call) and isinstance(record.function, facts.Name) and record.function.id == "setattr":
        yield "*", record


def _appended(file: int, method: facts.Function) -> Iterator[_Given]:
    """What `self.layers.append(…)` puts into a list."""
    me = method.parameters[0].name
    for record in _records(method.body):
        if not isinstance(record, facts.Call) or not isinstance(record.function, facts.Attribute):
            continue
        name = _own(record.function.value, me)
        if name is not None and record.function.attr == "append" and len(record.arguments) == 1:
            yield _Given(file, name, record.arguments[0].value, True)


def _used(method: facts.Function) -> Iterator[str]:
    """The attributes of an object that are called, walked through or indexed, as modules are."""
    for record in _records(method.body):
        place: object = None
        if isinstance(record, facts.Call):
            place = record.function
        elif isinstance(record, (facts.For, facts.Clause)):
            place = record.iterable
        elif isinstance(record, facts.Subscript):
            place = record.value
        name = _own(place, method.parameters[0].name)
        if name is not None:
            yield name


def _own(place: object, me: str) -> str | None:
    """`name` for `self.name`."""
    if isinstance(place, facts.Attribute) and isinstance(place.value, facts.Name) and place.value.id == me:
        return place.attr
    return None


def _records(record: object) -> Iterator[object]:
    """Everything in statements, but for what is in functions and classes of their own."""
    if isinstance(record, tuple):
        for one in record:
            yield from _records(one)
    elif dataclasses.is_dataclass(record) and not isinstance(record, (facts.Function, facts.Class)):
        yield record
        for field in dataclasses.fields(record):
            yield from _records(getattr(record, field.name))


def _made(run: Run, given: _Given, path: tuple[str, ...], added: Sequence[_Given], used: bool) -> Iterator[Part]:
    """The module that an attribute gets, with what is in it; nothing for a setting."""
    value = given.value
    callee = _named(run, given.file, value.function if isinstance(value, facts.Call) else value)
    name = callee.path.rpartition(".")[2] if isinstance(callee, Symbol) else ""
    if not isinstance(value, facts.Call):
        holds = isinstance(value, facts.Conditional) or (used and name == "")
        yield from [Part(path, OPEN)] if holds else []
    elif isinstance(callee, ClassValue):
        if reading.base_paths(run, callee) & PLAIN_BASES:
            yield Part(path, MODULE, callee)
            yield from parts(run, callee, path)
        elif reading.base_paths(run, callee):
            yield Part(path, OPEN)
    elif not isinstance(callee, Symbol):
        yield Part(path, OPEN)
    elif not name[:1].isupper():
        yield from [Part(path, OPEN)] if used else []
    elif not callee.path.startswith("torch.nn."):
        yield Part(path, OPEN)
    elif name == "Parameter":
        yield Part(path, PARAMETER)
    elif name == "ModuleList":
        yield Part(path, LIST)
        yield from _elements(run, given, value, path, added)
    else:
        yield Part(path, MODULE)
        if name == "Sequential":
            yield from _in_sequence(run, given, value, path)
        elif name in HOLDING_MODULES:
            yield Part(path, OPEN)


def _elements(
    run: Run, given: _Given, call: facts.Call, path: tuple[str, ...], added: Sequence[_Given]
) -> Iterator[Part]:
    """What is in each element of a list of modules; OPEN where they are not all alike."""
    inside = (*path, "*")
    values = [*added, *(given._replace(value=one) for argument in call.arguments for one in _items(argument.value))]
    alike = {tuple(_made(run, one, inside, (), used=True)) for one in values}
    yield from alike.pop() if len(alike) == 1 else [Part(inside, OPEN)]


def _in_sequence(run: Run, given: _Given, call: facts.Call, path: tuple[str, ...]) -> Iterator[Part]:
    """What is in each module of a sequence, which has its place for a name."""
    if any(argument.star or argument.keyword for argument in call.arguments):
        yield Part(path, OPEN)
        return
    for number, argument in enumerate(call.arguments):
        yield from _made(run, given._replace(value=argument.value), (*path, f"[{number}]"), (), used=True)


def _items(value: facts.Expression) -> tuple[facts.Expression, ...]:
    """What a list that is written out holds."""
    if isinstance(value, facts.Comprehension) and value.key is None:
        return (value.element,)
    return value.items if isinstance(value, facts.Display) else (value,)


def _named(run: Run, file: int, expression: facts.Expression) -> Value | None:
    """What a name means at the end of the module that it stands in."""
    if isinstance(expression, facts.Name) and file in run.modules:
        return expressions.lookup(run, run.modules[file], expression.id)
    if isinstance(expression, facts.Attribute):
        above = _named(run, file, expression.value)
        if isinstance(above, (Symbol, ModuleValue)):
            return reading.attribute(run, above, expression.attr, Site(file, expression.at))
    return None
