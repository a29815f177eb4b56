"""Imports: a module of the program is its frame, anything else is known by its dotted path."""

from __future__ import annotations

from fsdp_lint.extract import facts
from fsdp_lint.trace import writing
from fsdp_lint.trace.run import Frame, Run
from fsdp_lint.trace.values import ModuleValue, Symbol, Value


def import_module(run: Run, frame: Frame, statement: facts.Import) -> None:
    """`import a.b` or `import a.b as c`."""
    found = run.program.resolve(frame.file, statement.module, 0)
    if statement.bound is not None:
        writing.bind(run, frame, statement.bound, Symbol(statement.module) if found is None else ModuleValue(found))
        return
    first = statement.module.split(".")[0]
    own = run.program.resolve(frame.file, first, 0)
    writing.bind(run, frame, first, Symbol(first) if own is None else ModuleValue(own))


def import_by_name(run: Run, file: int, name: str) -> Value:
    """`importlib.import_module("a.b")`."""
    found = run.program.resolve(file, name, 0)
    return Symbol(name) if found is None else ModuleValue(found)


def import_names(run: Run, frame: Frame, statement: facts.ImportFrom) -> None:
    """`from a.b import c as d`, with any number of dots, or `from a.b import *`."""
    found = run.program.resolve(frame.file, statement.module, statement.level)
    if not statement.names:
        _import_all(run, frame, statement, found)
        return
    for name, bound in statement.names:
        writing.bind(run, frame, bound, _imported(run, frame, statement, found, name))


def _imported(run: Run, frame: Frame, statement: facts.ImportFrom, found: int | None, name: str) -> Value:
    if found is not None:
        module = run.module(found)
        value = run.store.value(("name", module.number, name))
        if value is not None:
            return value
    inside = f"{statement.module}.{name}" if statement.module else name
    below = run.program.resolve(frame.file, inside, statement.level)
    if below is not None:
        return ModuleValue(below)
    if statement.level or found is not None:
        return run.thing(("import", frame.file, statement.level, inside))
    return Symbol(inside)


def _import_all(run: Run, frame: Frame, statement: facts.ImportFrom, found: int | None) -> None:
    if found is None:
        frame.stars.append(statement.module)
        return
    module = run.module(found)
    names = {str(cell[2]) for layer in run.store.layers for cell in layer if cell[:2] == ("name", module.number)}
    for name in sorted(names):
        value = run.store.value(("name", module.number, name))
        if value is not None and not name.startswith("_"):
            writing.bind(run, frame, name, value)
    frame.stars += module.stars
