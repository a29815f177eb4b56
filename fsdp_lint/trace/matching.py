"""`match` statements: each case is a branch that the earlier ones did not take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable

from fsdp_lint.extract import facts
from fsdp_lint.trace import comparing, functions, writing
from fsdp_lint.trace.guards import ALWAYS, Guard, both, either
from fsdp_lint.trace.run import Frame, Run, Test, merged
from fsdp_lint.trace.values import Known, Needs, Site, Value

Body = Sequence[facts.Statement]


def match(run: Run, frame: Frame, statement: facts.Match, execute: Callable[[Body], None]) -> None:
    """Run the cases of a `match`."""
    subject = run.evaluate(frame, statement.subject)
    site = Site(frame.file, statement.subject.at)
    left = ALWAYS
    seen: Needs = ()
    sides: list[tuple[Guard, Needs, Callable[[], Value | None]]] = []
    for case in statement.cases:
        test = _test(run, frame, case.pattern, subject, site)
        if case.guard is not None:
            for name, value in _bindings(case.pattern, subject):
                writing.bind(run, frame, name, value if value is not None else run.thing(("captured", name, site)))
            extra = run.truth(run.evaluate(frame, case.guard))
            elementwise = test.elementwise or extra.elementwise
            test = Test(both(test.true, extra.true), test.false, merged(test.needs, extra.needs), elementwise)
            if not elementwise:
                test = test._replace(false=either(test.false, extra.false))
        seen = merged(seen, test.needs)

        def act(case: facts.Case = case) -> Value | None:
            for name, value in _bindings(case.pattern, subject):
                writing.bind(run, frame, name, value if value is not None else run.thing(("captured", name, site)))
            execute(case.body)
            return None

        sides.append((both(left, test.true), seen, act))
        left = both(left, test.false)
    if left:
        sides.append((left, seen, lambda: None))
    run.branch(sides)


def _test(run: Run, frame: Frame, pattern: facts.Pattern, subject: Value, site: Site) -> Test:
    if isinstance(pattern, facts.ValuePattern):
        value = run.evaluate(frame, pattern.value)
        return run.truth(comparing.compare(run, "==", subject, value, site))
    if isinstance(pattern, facts.ClassPattern):
        return run.truth(functions.is_instance(run, subject, run.evaluate(frame, pattern.type), site))
    if isinstance(pattern, facts.NamedPattern):
        return _test(run, frame, pattern.pattern, subject, site)
    if isinstance(pattern, facts.AlternativesPattern):
        result: Test | None = None
        for one in pattern.patterns:
            test = _test(run, frame, one, subject, site)
            result = test if result is None else _or(test, result)
        return result if result is not None else run.truth(Known(True))
    if isinstance(pattern, facts.CapturePattern):
        return run.truth(Known(True))
    return run.truth(run.thing(("pattern", site, id(pattern))))


def _or(left: Test, right: Test) -> Test:
    return Test(
        either(left.true, right.true),
        both(left.false, right.false),
        merged(left.needs, right.needs),
        left.elementwise or right.elementwise,
    )


def _bindings(pattern: facts.Pattern, subject: Value) -> list[tuple[str, Value | None]]:
    if isinstance(pattern, facts.CapturePattern):
        return [] if pattern.name is None else [(pattern.name, subject)]
    if isinstance(pattern, facts.NamedPattern):
        return [*_bindings(pattern.pattern, subject), (pattern.name, subject)]
    if isinstance(pattern, (facts.ClassPattern, facts.OtherPattern)):
        return [(name, None) for name in pattern.names]
    return []
