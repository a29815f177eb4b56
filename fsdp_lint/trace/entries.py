"""Entry points: module bodies first, then what nothing in the source calls, each from where it can start."""

from __future__ import annotations

from functools import partial
from typing import Callable

from fsdp_lint.extract import facts
from fsdp_lint.link.program import START, Program
from fsdp_lint.trace import calls, guards, reading
from fsdp_lint.trace.guards import ALWAYS, Guard
from fsdp_lint.trace.interpreter import Interpreter
from fsdp_lint.trace.relevance import Relevance
from fsdp_lint.trace.run import ExhaustedError
from fsdp_lint.trace.store import Layer
from fsdp_lint.trace.values import (
    ClassValue,
    Event,
    FunctionValue,
    OptimizerBuilt,
    OptimizerUsed,
    OptimizerValue,
    Site,
    Thing,
    Value,
)

FRAMEWORK_ORDER = ("setup", "configure_model", "configure_sharded_model", "configure_optimizers")
"""Methods that Lightning calls in this order, whatever the order in the source (lightning 2.6)."""

Executed = set[tuple[int, facts.Anchor]]
"""The functions that ran in an entry point."""


class Trace:
    """The events of a program, and the run's knowledge that rules ask for."""

    def __init__(self, run: Interpreter) -> None:
        self.run = run
        self.events: list[Event] = run.events


def trace(program: Program, called: frozenset[facts.Anchor] = frozenset()) -> Trace:
    """Walk a program from the entry points of the file in which it begins, but those `called` from elsewhere."""
    guards.start()
    run = Interpreter(program)
    run.executed |= {(START, anchor) for anchor in called}
    relevance = Relevance(program)
    for file in (*range(START + 1, len(program.files)), START):
        _enter(run, partial(run.module, file))
    run.all_steps = 0
    run.wrapped_in_modules = bool(run.wraps)
    _keep_module_optimizers(run)
    _functions(run, relevance, START)
    for owner in list(run.classes.values()):
        if owner.file == START:
            _methods(run, relevance, owner)
    return Trace(run)


def _enter(run: Interpreter, act: Callable[[], object], guard: Guard = ALWAYS) -> Executed:
    """Run one entry point from the state in which the modules are, within its own count of steps."""
    run.steps = 0
    run.guard, run.context = guard, ()
    depth = len(run.store.layers)
    before, run.executed = run.executed, set()
    try:
        act()
        run.finished |= run.executed
    except (ExhaustedError, RecursionError, guards.TooManyConditionsError):
        run.exhausted = True
        while len(run.store.layers) > depth:
            run.store.apply(run.store.pop())
    during = run.executed
    run.executed = before | during
    run.stack.clear()
    run.closures.clear()
    run.active.clear()
    run.open_loops = 0
    run.wrap_contexts.clear()
    run.guard, run.context = ALWAYS, ()
    return during


def _wrapped_since(run: Interpreter, moment: int) -> bool:
    return any(wrap > moment for wrap in run.wraps)


def _apart(run: Interpreter, act: Callable[[], object], *, wrapped_before: bool) -> Executed:
    """Run an entry point and forget what it wrote: no other one starts after it, which its guard says too.

    One that comes to no wrap, where there was none before it (in the modules, in the making of the object), leaves
    nothing behind.
    """
    mark, events, began = guards.begin(), len(run.events), run.number()
    run.store.push()
    run.worlds += 1
    during = _enter(run, act, guards.world(run.worlds))
    _note_replaced_optimizers(run, run.store.pop())
    if not wrapped_before and not _wrapped_since(run, began):
        del run.events[events:]
        guards.forget(mark)
    return during


def _note_replaced_optimizers(run: Interpreter, layer: Layer) -> None:
    """Where an entry point puts another optimizer in the place of one, that one is not used after it."""
    for cell, content in layer.items():
        earlier = run.store.content(cell)
        if isinstance(earlier, OptimizerValue) and isinstance(content, OptimizerValue) and content != earlier:
            run.replaced.setdefault(earlier.moment, []).append(run.worlds)


def _kept_apart(run: Interpreter, optimizer: OptimizerValue) -> Guard:
    """That none of the entry points was run which put another optimizer in the place of this one."""
    guard = ALWAYS
    for which in run.replaced.get(optimizer.moment, ()):
        guard = guards.both(guard, guards.negation(guards.world(which)))
    return guard


def _keep_module_optimizers(run: Interpreter) -> None:
    """An optimizer that a module-level name or an attribute holds at the end is there to be used."""
    for layer in run.store.layers:
        for content in layer.values():
            if isinstance(content, OptimizerValue):
                run.events.append(OptimizerUsed(run.number(), ALWAYS, content.moment))


def _functions(run: Interpreter, relevance: Relevance, file: int) -> None:
    """The functions of a file that nothing called: first those whose name nothing mentions."""
    frame = run.modules[file]
    mentioned = relevance.mentioned[file]
    found = [one for one in run.decorated if one.frame == frame.number]
    for layer in run.store.layers:
        for cell, content in layer.items():
            if cell[:2] == ("name", frame.number) and isinstance(content, FunctionValue) and content.file == file:
                found.append(content)
    found.sort(key=lambda one: (_name(one) in mentioned, one.facts.at))
    for one in found:
        if (one.file, one.facts.at) not in run.executed and _worthwhile(run, relevance, one, run.wrapped_in_modules):
            act = partial(calls.invoke, run, one, (), Site(one.file, one.facts.at), entered=True)
            _apart(run, act, wrapped_before=run.wrapped_in_modules)


def _worthwhile(run: Interpreter, relevance: Relevance, function: Value | None, wrapped_before: bool) -> bool:
    """Whether a function can come to a finding: to a wrap and a purpose, of which one may have come before it."""
    if not isinstance(function, FunctionValue):
        return False
    if not (wrapped_before or relevance.wraps(function.facts)):
        return False
    return relevance.has_purpose(function.facts) or any(isinstance(event, OptimizerBuilt) for event in run.events)


def _name(function: FunctionValue) -> str:
    return function.facts.name if isinstance(function.facts, facts.Function) else ""


def _methods(run: Interpreter, relevance: Relevance, owner: ClassValue) -> None:
    """The methods of a class that nothing called, on an object of it that was made and set up as frameworks do."""
    order = reading.resolution_order(run, owner)
    if len(order) > 1 and not (relevance.wraps(owner.facts) or relevance.has_purpose(owner.facts)):
        return  # its base class says it all
    wraps = any(relevance.wraps(one.facts) for one in order) or run.wrapped_in_modules
    if not wraps or not any(relevance.has_purpose(one.facts) for one in order):
        return
    names = _method_names(order)
    mentioned = relevance.mentioned[owner.file]
    hooks = [n for n in FRAMEWORK_ORDER if n in names] if "configure_optimizers" in names else []
    waiting = [n for n in names if n not in hooks and n != "__init__"]
    waiting.sort(key=lambda name: name in mentioned)
    if not any(_is_open(run, owner, name) for name in (*waiting, *hooks, "__init__")):
        return
    made: list[Thing] = []

    def start() -> None:
        site = Site(owner.file, owner.facts.at)
        value = calls.instantiate(run, owner, (), site, entered=True)
        assert isinstance(value, Thing)
        made.append(value)
        for name in hooks:
            run.guard = ALWAYS
            _call_method(run, owner, value, name)

    began = run.number()
    run.store.push()
    entered = _enter(run, start)
    wrapped = run.wrapped_in_modules or _wrapped_since(run, began)
    if made:
        for name in waiting:
            method = reading.class_attribute(run, owner, name)
            if not isinstance(method, FunctionValue) or (method.file, method.facts.at) in entered:
                continue
            if _is_open(run, owner, name) and _worthwhile(run, relevance, method, wrapped):
                entered |= _apart(run, partial(_call_method, run, owner, made[0], name), wrapped_before=wrapped)
    _keep_attributes(run, run.store.pop())


def _keep_attributes(run: Interpreter, layer: Layer) -> None:
    for content in layer.values():
        if isinstance(content, OptimizerValue):
            run.events.append(OptimizerUsed(run.number(), _kept_apart(run, content), content.moment))


def _is_open(run: Interpreter, owner: ClassValue, name: str) -> bool:
    method = reading.class_attribute(run, owner, name)
    return isinstance(method, FunctionValue) and (
        (method.file, method.facts.at) not in run.executed or method.owner != owner.id
    )


def _call_method(run: Interpreter, owner: ClassValue, made: Thing, name: str) -> None:
    method = reading.class_attribute(run, owner, name)
    if isinstance(method, FunctionValue):
        receiver = reading.first_of(method, made, owner)
        calls.invoke(run, method, (), Site(method.file, method.facts.at), receiver=receiver, entered=True)


def _method_names(order: list[ClassValue]) -> list[str]:
    names: list[str] = []
    for one in order:
        for statement in one.facts.body:
            if isinstance(statement, facts.Function) and statement.name not in names:
                names.append(statement.name)
    return names
