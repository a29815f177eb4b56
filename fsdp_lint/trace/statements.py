"""Statements: assignments, branches, loops, definitions, in the order in which they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable

from fsdp_lint.extract import facts
from fsdp_lint.trace import decorating, expressions, imports, matching, selecting, writing
from fsdp_lint.trace.guards import NEVER, both, literal, relative
from fsdp_lint.trace.run import Exit, Frame, Iteration, Loop, Run, opposite
from fsdp_lint.trace.store import Side
from fsdp_lint.trace.values import (
    NONE,
    Bound,
    ClassValue,
    Container,
    FunctionValue,
    Needs,
    Site,
    Symbol,
    Thing,
    Value,
)

MANAGER_DECORATORS = ("contextlib.contextmanager", "contextlib.asynccontextmanager")


def execute(run: Run, frame: Frame, statements: Sequence[facts.Statement]) -> None:
    """Run statements until the path ends."""
    for statement in statements:
        if not run.guard:
            return
        run.step()
        HANDLERS[type(statement)](run, frame, statement)


def _site(frame: Frame, at: facts.Anchor) -> Site:
    return Site(frame.file, at)


def _assign(run: Run, frame: Frame, statement: facts.Assign) -> None:
    value = run.evaluate(frame, statement.value)
    for target in statement.targets:
        writing.assign(run, frame, target, value)


def _declare(run: Run, frame: Frame, statement: facts.Declare) -> None:
    if statement.value is not None:
        writing.assign(run, frame, statement.target, run.evaluate(frame, statement.value))


def _augment(run: Run, frame: Frame, statement: facts.Augment) -> None:
    current = run.evaluate(frame, statement.target)
    added = run.evaluate(frame, statement.value)
    if isinstance(current, Container) and current.kind == "dict" and statement.operator == "|":
        expressions.merge(run, current, added)
        return
    if isinstance(current, Container) and statement.operator in ("+", "|"):
        expressions.pour(run, current, added, _site(frame, statement.target.at))
        return
    at = statement.target.at
    writing.assign(
        run, frame, statement.target, expressions.combined(run, statement.operator, current, added, _site(frame, at))
    )


def _evaluate(run: Run, frame: Frame, statement: facts.Evaluate) -> None:
    run.evaluate(frame, statement.value)


def _return(run: Run, frame: Frame, statement: facts.Return) -> None:
    value = NONE if statement.value is None else run.evaluate(frame, statement.value)
    frame.exits.append(Exit(run.guard, run.store.above(frame.base), run.context, value))
    run.guard = NEVER


def _raise(run: Run, frame: Frame, statement: facts.Raise) -> None:
    if statement.value is not None:
        run.evaluate(frame, statement.value)
    frame.raised = True
    run.guard = NEVER


def _leave_round(run: Run, frame: Frame, _statement: facts.Statement) -> None:
    if frame.loops:
        loop = frame.loops[-1]
        loop.exits.append(Exit(run.guard, run.store.above(loop.base), run.context))
    run.guard = NEVER


def _assert(run: Run, frame: Frame, statement: facts.Assert) -> None:
    test = run.truth(run.evaluate(frame, statement.test))
    if not test.elementwise:
        run.guard = both(run.guard, test.true)


def _delete(run: Run, frame: Frame, statement: facts.Delete) -> None:
    """A deleted item is there no more; a deleted name is not read again."""
    for target in statement.targets:
        if isinstance(target, facts.Subscript):
            writing.delete_item(run, run.evaluate(frame, target.value), run.evaluate(frame, target.index))


def _scope(_run: Run, frame: Frame, statement: facts.Scope) -> None:
    for name in statement.names:
        frame.declared[name] = statement.kind


def _block(run: Run, frame: Frame, statements: Sequence[facts.Statement]) -> Callable[[], Value | None]:
    def act() -> Value | None:
        execute(run, frame, statements)
        return None

    return act


def _if(run: Run, frame: Frame, statement: facts.If) -> None:
    test = run.truth(run.evaluate(frame, statement.test))
    run.branch(
        [
            (test.true, test.needs, _block(run, frame, statement.body)),
            (test.false, opposite(test.needs), _block(run, frame, statement.otherwise)),
        ]
    )


def _while(run: Run, frame: Frame, statement: facts.While) -> None:
    running = len(run.active)
    run.open_loops += 1
    run.evaluate(frame, statement.test)
    _round(run, frame, statement.body)
    run.open_loops -= 1
    del run.active[running:]
    execute(run, frame, statement.otherwise)


def _for(run: Run, frame: Frame, statement: facts.For) -> None:
    iterable = run.evaluate(frame, statement.iterable)
    for one in run.iterate(iterable, _site(frame, statement.iterable.at)):
        if not run.guard:
            return

        def act(one: Iteration = one) -> None:
            running = len(run.active)
            run.active += selecting.origins(run, one.value)
            writing.assign(run, frame, statement.target, one.value)
            _round(run, frame, statement.body)
            del run.active[running:]

        run.where(one.guard, one.needs, act)
    execute(run, frame, statement.otherwise)


def _round(run: Run, frame: Frame, body: Sequence[facts.Statement]) -> None:
    """One round of a loop; needs that a `continue` was decided by hold for the rest of the round only."""
    before, context = run.guard, run.context
    loop = Loop(run.store.push())
    frame.loops.append(loop)
    execute(run, frame, body)
    frame.loops.pop()
    layer = run.store.pop()
    sides = [Side(one.guard, one.layer, _new(one.needs, context)) for one in loop.exits]
    if run.guard:
        sides.append(Side(run.guard, layer, _new(run.context, context)))
    run.context = context
    if not sides:
        return
    run.guard = before
    if len(sides) == 1:
        run.store.apply(sides[0].layer)
    else:
        run.store.join([Side(relative(side.guard, before), side.layer, side.needs) for side in sides])


def _new(needs: Needs, context: Needs) -> Needs:
    return tuple(need for need in needs if need not in context)


def _with(run: Run, frame: Frame, statement: facts.With) -> None:
    _enter(run, frame, statement, 0)


def _enter(run: Run, frame: Frame, statement: facts.With, index: int) -> None:
    """Enter the managers from `index` on, run the body, leave them."""
    if index == len(statement.items):
        execute(run, frame, statement.body)
        return
    expression, target = statement.items[index]
    if isinstance(expression, facts.Call):
        callee = run.evaluate(frame, expression.function)
        if _is_own_manager(callee):
            _enter_own(run, frame, statement, index, callee)
            return
    manager = run.evaluate(frame, expression)
    if target is not None:
        writing.assign(run, frame, target, manager)
    entered = len(run.wrap_contexts)
    if isinstance(manager, Thing) and manager.id in run.wrap_settings:
        run.wrap_contexts.append(run.wrap_settings[manager.id])
    _enter(run, frame, statement, index + 1)
    del run.wrap_contexts[entered:]


def _is_own_manager(callee: Value) -> bool:
    function = callee.function if isinstance(callee, Bound) else callee
    return isinstance(function, FunctionValue) and any(
        isinstance(d, Symbol) and d.path in MANAGER_DECORATORS for d in function.decorators
    )


def _enter_own(run: Run, frame: Frame, statement: facts.With, index: int, callee: Value) -> None:
    """A context manager of the source: its function runs, and the body of the `with` where it yields."""
    expression, target = statement.items[index]
    assert isinstance(expression, facts.Call)

    def body(value: Value) -> None:
        if target is not None:
            writing.assign(run, frame, target, value)
        _enter(run, frame, statement, index + 1)

    run.manage(callee, expressions.arguments(run, frame, expression), _site(frame, expression.at), body)


def _try(run: Run, frame: Frame, statement: facts.Try) -> None:
    if not statement.handlers:
        execute(run, frame, statement.body)
    else:
        raised = ("raises", frame.file, run.stack_key(), id(statement))

        def body() -> Value | None:
            execute(run, frame, statement.body)
            if run.guard:
                execute(run, frame, statement.otherwise)
            return None

        sides = [(literal(raised, False), (), body)]
        for number, handler in enumerate(statement.handlers):
            guard = literal(raised) if len(statement.handlers) == 1 else literal(("equal", raised, number))
            sides.append((guard, (), _block(run, frame, handler.body)))
        run.branch(sides)
    if run.guard:
        execute(run, frame, statement.last)


def _match(run: Run, frame: Frame, statement: facts.Match) -> None:
    matching.match(run, frame, statement, lambda body: execute(run, frame, body))


def _function(run: Run, frame: Frame, statement: facts.Function) -> None:
    value = expressions.function_value(run, frame, statement)
    if frame.owner is not None and frame.function is None:  # a method's decorators are given more than it alone
        writing.bind(run, frame, statement.name, value)
        return
    result = decorating.decorated(run, value, _site(frame, statement.at))
    if result is not value:
        run.decorated.append(value)
    writing.bind(run, frame, statement.name, result)


def _class(run: Run, frame: Frame, statement: facts.Class) -> None:
    bases = tuple(run.evaluate(frame, base.value) for base in statement.bases if base.keyword is None)
    decorators = tuple(run.evaluate(frame, decorator) for decorator in statement.decorators)
    value = ClassValue(run.number(), statement, frame.file, bases, decorators)
    run.classes[value.id] = value
    body = run.frame(frame.file, frame, owner=value.id, depth=frame.depth)
    run.class_frames[value.id] = body
    execute(run, body, statement.body)
    writing.bind(run, frame, statement.name, decorating.decorated(run, value, _site(frame, statement.at)))


def _import(run: Run, frame: Frame, statement: facts.Import) -> None:
    imports.import_module(run, frame, statement)


def _import_from(run: Run, frame: Frame, statement: facts.ImportFrom) -> None:
    imports.import_names(run, frame, statement)


HANDLERS: dict[type, Callable[[Run, Frame, Any], None]] = {
    facts.Assign: _assign,
    facts.Declare: _declare,
    facts.Augment: _augment,
    facts.Evaluate: _evaluate,
    facts.Return: _return,
    facts.Raise: _raise,
    facts.Break: _leave_round,
    facts.Continue: _leave_round,
    facts.Assert: _assert,
    facts.Delete: _delete,
    facts.Scope: _scope,
    facts.If: _if,
    facts.While: _while,
    facts.For: _for,
    facts.With: _with,
    facts.Try: _try,
    facts.Match: _match,
    facts.Function: _function,
    facts.Class: _class,
    facts.Import: _import,
    facts.ImportFrom: _import_from,
}
