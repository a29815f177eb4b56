"""The interpreter: who runs what kind of call, and the hub through which the parts reach each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Callable

from fsdp_lint.extract import facts
from fsdp_lint.libraries import KNOWN_PATHS
from fsdp_lint.link.program import START, Program
from fsdp_lint.trace import (
    calls,
    comparing,
    expressions,
    functions,
    methods,
    optimizers,
    reading,
    selecting,
    statements,
    wrapping,
    writing,
)
from fsdp_lint.trace.run import Frame, Iteration, Run, Test
from fsdp_lint.trace.values import (
    Argument,
    Arguments,
    Bound,
    Choice,
    ClassValue,
    FunctionValue,
    Known,
    Needs,
    PartialValue,
    Site,
    Super,
    Symbol,
    Thing,
    Value,
    View,
)


class Interpreter(Run):
    """A run whose parts are connected."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.known_paths = KNOWN_PATHS

    def evaluate(self, frame: Frame, expression: facts.Expression) -> Value:
        """The value of an expression, with its effects."""
        return expressions.evaluate(self, frame, expression)

    def truth(self, value: Value) -> Test:
        """What a value decides as a condition."""
        return comparing.truth(self, value)

    def attribute(self, value: Value, name: str, site: Site) -> Value:
        """Read an attribute."""
        return reading.attribute(self, value, name, site)

    def item(self, value: Value, index: Value, site: Site) -> Value:
        """Read `value[index]`."""
        return reading.item(self, value, index, site)

    def iterate(self, value: Value, site: Site) -> list[Iteration]:
        """The rounds of a loop over a value."""
        return reading.iterate(self, value, site)

    def needs_of(self, value: Value) -> Needs:
        """The needs by which a value was come to."""
        return selecting.needs_of(self, value)

    def manage(self, callee: Value, arguments: Arguments, site: Site, body: Callable[[Value], None]) -> None:
        """Run a context manager function of the source."""
        calls.manage(self, callee, arguments, site, body)

    def module(self, file: int) -> Frame:
        """The frame of a module of the program, which runs when it is first asked for."""
        known = self.modules.get(file)
        if known is not None:
            return known
        frame = self.frame(file, None)
        self.modules[file] = frame
        if file != START:
            writing.bind(self, frame, "__name__", Known(self.program.files[file].module))
        guard, context = self.guard, self.context
        statements.execute(self, frame, self.program.files[file].facts.body)
        self.guard, self.context = guard, context
        return frame

    def super_of(self, frame: Frame) -> Value:
        """`super()` in a frame."""
        at: Frame | None = frame
        while at is not None:
            if at.receiver is not None and at.owner is not None:
                return Super(at.receiver, self.classes[at.owner])
            at = at.parent
        return self.thing(("super", frame.file))

    def call(self, callee: Value, arguments: Arguments, site: Site) -> Value:
        """Call a value."""
        self.step()
        spread = _choice_among(arguments)
        if isinstance(callee, Choice):
            return self.over(callee, lambda one: self.call(one, arguments, site))
        if isinstance(callee, FunctionValue):
            self.note_callee(site, "function")
            return self._call_function(callee, arguments, site, None)
        if isinstance(callee, Bound):
            if isinstance(callee.function, str):
                return methods.call(self, callee.receiver, callee.function, arguments, site)
            return self._call_function(callee.function, arguments, site, callee.receiver)
        if isinstance(callee, ClassValue):
            return self._construct(callee, arguments, site)
        if isinstance(callee, PartialValue):
            with self.supplied(site, callee.site):
                return self.call(callee.function, calls.of_partial(self, callee, arguments), site)
        if isinstance(callee, Symbol):
            self.note_callee(site, callee.path)
            if spread is not None:
                return self._spread(callee, arguments, spread, site)
            return functions.call(self, callee, arguments, site)
        if not isinstance(callee, Known):  # a constant stands where an import failed, and nobody calls it
            self.note_callee(site, "unknown")
        if isinstance(callee, (Thing, View)):
            return self._call_thing(callee, arguments, site)
        return calls.unknown_result(self, callee, arguments, site)

    def _spread(self, callee: Value, arguments: Arguments, index: int, site: Site) -> Value:
        """A call of a library function on one of several values: one call for each."""

        def one(value: Value) -> Value:
            changed = replace(arguments[index], value=value)
            return self.call(callee, (*arguments[:index], changed, *arguments[index + 1 :]), site)

        value = arguments[index].value
        assert isinstance(value, Choice)
        return self.over(value, one)

    def _call_function(
        self, function: FunctionValue, arguments: Arguments, site: Site, receiver: Value | None
    ) -> Value:
        """A function of the source; a decorator is taken to leave it what it is."""
        return calls.invoke(self, function, arguments, site, receiver=receiver)

    def _construct(self, owner: ClassValue, arguments: Arguments, site: Site) -> Value:
        paths = reading.base_paths(self, owner)
        for path in paths:
            wrapper = wrapping.wrapper_at(path)
            if wrapper is not None and not wrapper.in_place:
                self.note_callee(site, path)
                return wrapping.wrap_by_subclass(self, owner, wrapper, arguments, site)
        self.note_callee(site, "class")
        if any(optimizers.is_optimizer(path) for path in paths):
            return optimizers.build_by_subclass(self, owner, arguments, site)
        return calls.instantiate(self, owner, arguments, site)

    def _call_thing(self, callee: Value, arguments: Arguments, site: Site) -> Value:
        thing = callee.thing if isinstance(callee, View) else callee
        assert isinstance(thing, Thing)
        if thing.type is not None:
            defined = reading.class_attribute(self, thing.type, "__call__")
            if isinstance(defined, FunctionValue):
                return self._call_function(defined, arguments, site, callee)
        built = optimizers.build_by_unknown(self, callee, arguments, site)
        return built if built is not None else calls.unknown_result(self, callee, arguments, site)

    def call_method(self, receiver: Value, name: str, arguments: Arguments, site: Site) -> Value:
        """Call a method by its name."""
        self.step()
        if isinstance(receiver, Choice):
            return self.over(receiver, lambda one: self.call_method(one, name, arguments, site))
        if isinstance(receiver, (Thing, View)):
            method = reading.attribute(self, receiver, name, site)
            if isinstance(method, (Thing, View)) and _is_undefined(self, receiver, method, name):
                return methods.call(self, receiver, name, arguments, site)
            return self.call(method, arguments, site)
        if isinstance(receiver, (Symbol, ClassValue, Super)) or type(receiver).__name__ == "ModuleValue":
            return self.call(reading.attribute(self, receiver, name, site), arguments, site)
        return methods.call(self, receiver, name, arguments, site)


def _is_undefined(run: Run, receiver: Value, method: Value, name: str) -> bool:
    """Whether reading the method gave just the placeholder for an attribute of which nothing is known."""
    thing = receiver.thing if isinstance(receiver, View) else receiver
    return isinstance(thing, Thing) and run.children.get((thing.id, name)) == method


def _choice_among(arguments: Sequence[Argument]) -> int | None:
    """Which of the first arguments is a choice of models, if any: a library function is then called for each."""
    for index, one in enumerate(arguments[:1]):
        if isinstance(one.value, Choice) and any(isinstance(o.value, (Thing, View)) for o in one.value.options):
            return index
    return None
