"""`match` statements: each case is a branch that the earlier ones did not take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Callable

from fsdp_lint.extract import facts
from fsdp_lint.trace import comparing, functions, selecting, writing
from fsdp_lint.trace.guards import ALWAYS, Guard, both, either
from fsdp_lint.trace.run import Frame, Run, Test, merged, opposite
from fsdp_lint.trace.values import PIECES, Container, Derived, Known, NameOf, Needs, Site, Value

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
            for name, value in _bindings(run, case.pattern, subject, site):
                writing.bind(run, frame, name, value if value is not None else run.thing(("captured", name, site)))
            extra = run.truth(run.evaluate(frame, case.guard))
            elementwise = test.elementwise or extra.elementwise
            test = Test(both(test.true, extra.true), test.false, merged(test.needs, extra.needs), elementwise)
            if not elementwise:
                test = test._replace(false=either(test.false, extra.false))

        def act(case: facts.Case = case) -> Value | None:
            for name, value in _bindings(run, case.pattern, subject, site):
                writing.bind(run, frame, name, value if value is not None else run.thing(("captured", name, site)))
            execute(case.body)
            return None

        sides.append((both(left, test.true), merged(seen, test.needs), act))
        seen = merged(seen, opposite(test.needs))
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
    if isinstance(pattern, facts.SequencePattern):
        result = _length(run, pattern, subject, site)
        for place, one in _places(pattern):
            if not isinstance(one, facts.CapturePattern):
                result = _and(result, _test(run, frame, one, run.item(subject, Known(place), site), site))
        return result
    return run.truth(run.thing(("pattern", site, id(pattern))))


def _places(pattern: facts.SequencePattern) -> list[tuple[int, facts.Pattern]]:
    """The patterns of single places with their indices, which count from the end after a star."""
    count = len(pattern.patterns)
    star = count if pattern.star is None else pattern.star
    return [
        (index if index < star else index - count, one) for index, one in enumerate(pattern.patterns) if index != star
    ]


def _length(run: Run, pattern: facts.SequencePattern, subject: Value, site: Site) -> Test:
    """Whether a value is a sequence as long as a pattern wants it."""
    if isinstance(subject, NameOf):
        if subject.part not in PIECES:
            return run.truth(Known(False))
        if pattern.star is not None or subject.part != "pieces":
            return run.truth(Known(True))
        return run.truth(selecting.of_name(run, subject, "plain names", site, counted=True))
    if isinstance(subject, Container) and subject.kind != "dict" and not any(e.many for e in run.entries(subject)):
        length, count = len(run.entries(subject)), len(pattern.patterns)
        return run.truth(Known(length == count if pattern.star is None else length >= count - 1))
    if isinstance(subject, Derived):
        return run.truth(subject)
    return run.truth(run.thing(("pattern", site, id(pattern))))


def _and(left: Test, right: Test) -> Test:
    return Test(
        both(left.true, right.true),
        either(left.false, both(left.true, right.false)),
        merged(left.needs, right.needs),
        left.elementwise or right.elementwise,
    )


def _or(left: Test, right: Test) -> Test:
    return Test(
        either(left.true, right.true),
        both(left.false, right.false),
        merged(left.needs, right.needs),
        left.elementwise or right.elementwise,
    )


def _bindings(run: Run, pattern: facts.Pattern, subject: Value, site: Site) -> list[tuple[str, Value | None]]:
    if isinstance(pattern, facts.CapturePattern):
        return [] if pattern.name is None else [(pattern.name, subject)]
    if isinstance(pattern, facts.NamedPattern):
        return [*_bindings(run, pattern.pattern, subject, site), (pattern.name, subject)]
    if isinstance(pattern, facts.AlternativesPattern):
        return [one for inner in pattern.patterns[:1] for one in _bindings(run, inner, subject, site)]
    if isinstance(pattern, facts.SequencePattern):
        found = [
            one
            for place, inner in _places(pattern)
            for one in _bindings(run, inner, run.item(subject, Known(place), site), site)
        ]
        star = None if pattern.star is None else pattern.patterns[pattern.star]
        if isinstance(star, facts.CapturePattern) and star.name is not None:
            found.append((star.name, _starred(run, pattern, subject)))
        return found
    if isinstance(pattern, (facts.ClassPattern, facts.OtherPattern)):
        return [(name, None) for name in pattern.names]
    return []


def _starred(run: Run, pattern: facts.SequencePattern, subject: Value) -> Value | None:
    """What the star of a pattern takes: of a name its first pieces, or what is left without them."""
    before = pattern.star or 0
    after = len(pattern.patterns) - before - 1
    if isinstance(subject, NameOf):
        return replace(subject, part="stripped" if before else "pieces")
    if isinstance(subject, Container) and subject.kind != "dict":
        entries = run.entries(subject)
        return run.container("list", entries[before : len(entries) - after])
    return None
