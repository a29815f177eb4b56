"""Writing: names, attributes, items, and unpacking."""

from __future__ import annotations

from fsdp_lint.extract import facts
from fsdp_lint.trace import comparing, freezing
from fsdp_lint.trace.run import Frame, Run, Tag, undecided
from fsdp_lint.trace.values import (
    Choice,
    ClassValue,
    Container,
    Entry,
    GroupsReplaced,
    Known,
    ModuleValue,
    NameOf,
    ParameterOf,
    Site,
    Super,
    Symbol,
    Thing,
    Value,
    View,
)


def bind(run: Run, frame: Frame, name: str, value: Value) -> None:
    """Bind a name in the frame in which it is local."""
    run.store.set(("name", owner_of(run, frame, name).number, name), value)


def owner_of(run: Run, frame: Frame, name: str) -> Frame:
    """The frame that a `global` or `nonlocal` declaration sends a name to, else the frame itself."""
    kind = frame.declared.get(name)
    if kind == "global":
        return run.modules.get(frame.file, frame)
    if kind == "nonlocal":
        outer = frame.parent
        while outer is not None:
            if run.store.value(("name", outer.number, name)) is not None:
                return outer
            outer = outer.parent
    return frame


def assign(run: Run, frame: Frame, target: facts.Expression, value: Value) -> None:
    """Assign to any target."""
    if isinstance(target, facts.Name):
        bind(run, frame, target.id, value)
    elif isinstance(target, facts.Attribute):
        receiver = run.evaluate(frame, target.value)
        set_attribute(run, receiver, target.attr, value, Site(frame.file, target.at))
    elif isinstance(target, facts.Subscript):
        receiver = run.evaluate(frame, target.value)
        index = run.evaluate(frame, target.index)
        set_item(run, receiver, index, value)
    elif isinstance(target, facts.Display):
        _unpack(run, frame, target.items, value)
    elif isinstance(target, facts.Starred):
        assign(run, frame, target.value, value)


def _unpack(run: Run, frame: Frame, targets: tuple[facts.Expression, ...], value: Value) -> None:
    site = Site(frame.file, targets[0].at if targets else 0)
    starred = next((i for i, target in enumerate(targets) if isinstance(target, facts.Starred)), None)
    for index, target in enumerate(targets):
        if starred is None or index < starred:
            assign(run, frame, target, run.item(value, Known(index), site))
        elif index == starred:
            rest = [one.value for one in run.iterate(value, site)][index : len(targets) * -1 + index + 1 or None]
            assign(run, frame, target, run.container("list", tuple(Entry(one) for one in rest)))
        else:
            assign(run, frame, target, run.item(value, Known(index - len(targets)), site))


def set_attribute(run: Run, receiver: Value, name: str, value: Value, site: Site) -> None:
    """Write `receiver.name`."""
    if isinstance(receiver, Choice):
        for option in receiver.options:
            set_attribute(run, option.value, name, value, site)
    elif isinstance(receiver, ParameterOf):
        if name in ("requires_grad", "data", "grad"):
            if name == "requires_grad":
                freezing.freeze(run, receiver.selection, value, site)
        else:
            run.tags.append(Tag(name, receiver.selection.thing, run.number(), receiver.selection.site))
    elif isinstance(receiver, (Thing, View, Super)):
        thing = _thing_of(receiver)
        if thing is not None:
            run.store.set(("attribute", thing.id, name), value)
            _own(run, thing, name, value)
    elif isinstance(receiver, ClassValue):
        run.store.set(("name", run.class_frames[receiver.id].number, name), value)
    elif isinstance(receiver, ModuleValue):
        run.store.set(("name", run.module(receiver.file).number, name), value)


def _thing_of(receiver: Thing | View | Super) -> Thing | None:
    while isinstance(receiver, Super):
        inner = receiver.receiver
        if not isinstance(inner, (Thing, View, Super)):
            return None
        receiver = inner
    return receiver.thing if isinstance(receiver, View) else receiver


def _own(run: Run, parent: Thing, name: str, value: Value) -> None:
    """A module that is stored in another one is a part of it from then on."""
    if isinstance(value, (Thing, View)):
        thing = value.thing if isinstance(value, View) else value
        run.owned_by(thing, parent, name)
    elif isinstance(value, Choice):
        for option in value.options:
            _own(run, parent, name, option.value)
    elif isinstance(value, Container):
        for entry in run.entries(value):
            if not isinstance(entry.value, Container):
                _own(run, parent, name, entry.value)


def set_item(run: Run, receiver: Value, index: Value, value: Value) -> None:
    """Write `receiver[index]`."""
    if isinstance(receiver, Choice):
        for option in receiver.options:
            set_item(run, option.value, index, run.attach(value, option.needs))
    elif isinstance(receiver, Container):
        if receiver.id in run.group_owners and (receiver.kind != "dict" or index == Known("params")):
            run.events.append(GroupsReplaced(run.number(), run.guard, run.group_owners[receiver.id]))
        if receiver.kind == "dict":
            put(run, receiver, index, value)
        else:
            run.add(receiver, value)
    elif receiver == Symbol("os.environ"):
        set_variable(run, index, value)
    elif isinstance(receiver, (Thing, View)):
        thing = receiver.thing if isinstance(receiver, View) else receiver
        name = f"[{index.value!r}]" if isinstance(index, Known) else "*"
        if isinstance(index, Known):
            run.store.set(("attribute", thing.id, name), value)
        _own(run, thing, name, value)


def set_variable(run: Run, name: Value, value: Value) -> None:
    """Set an environment variable."""
    run.store.set(("environment", comparing.key_of(name)), value)


def delete_item(run: Run, receiver: Value, index: Value) -> None:
    """`del receiver[index]` of a dict."""
    if isinstance(receiver, Choice):
        for option in receiver.options:
            run.where(option.guard, option.needs, lambda one=option.value: delete_item(run, one, index))  # type: ignore[misc]
    elif isinstance(receiver, Container) and receiver.kind == "dict" and isinstance(index, Known):
        run.remove(receiver, index)


def put(run: Run, container: Container, key: Value, value: Value) -> None:
    """Write one item of a dict; an earlier one with the same key counts no more where this one was written."""
    chosen = () if isinstance(key, NameOf) else undecided(run.needs_of(key))
    run.add(container, run.attach(value, chosen), key, many=not isinstance(key, Known))
