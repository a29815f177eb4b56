"""The state of one trace, passed to every part of the interpreter, and what the parts ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Callable, NamedTuple

from fsdp_lint.extract import facts
from fsdp_lint.libraries.model import Launcher, Wrapper
from fsdp_lint.link.program import Program
from fsdp_lint.trace.guards import ALWAYS, NEVER, Guard, after_checks, both, either, negation, number, relative
from fsdp_lint.trace.store import Layer, Side, Store, choice
from fsdp_lint.trace.values import (
    Arguments,
    Choice,
    ClassValue,
    Container,
    Derived,
    Entries,
    Entry,
    Event,
    FunctionValue,
    Known,
    NameOf,
    Need,
    Needs,
    OptimizerUsed,
    OptimizerValue,
    Option,
    ParameterOf,
    Parameters,
    Selection,
    Site,
    Thing,
    Value,
    Wrapped,
)

MOST_STEPS = 6_500
"""Evaluated expressions after which an entry point of a single file is given up: real scripts stay far below it."""

MOST_STEPS_OF_A_PROGRAM = 18_000
"""Evaluated expressions after which the remaining entry points of a program are given up."""

MOST_ENTRIES = 256
"""Entries after which what is added to a container is no longer kept apart."""


class ExhaustedError(Exception):
    """The entry point took more steps than are allowed."""


class Exit(NamedTuple):
    """One way out of a function, a loop's body or a loop."""

    guard: Guard
    layer: Layer
    needs: Needs
    value: Value | None = None


class Frame:
    """One activation of a function, class body, comprehension or module body."""

    def __init__(
        self,
        number: int,
        file: int,
        parent: Frame | None,
        *,
        function: facts.Function | None = None,
        owner: int | None = None,
        depth: int = 0,
    ) -> None:
        self.number = number
        self.file = file
        self.parent = parent
        self.function = function
        self.owner = owner
        self.depth = depth
        self.captured = False
        self.declared: dict[str, str] = {}
        self.stars: list[str] = []
        self.exits: list[Exit] = []
        self.base = 0
        self.raised = False
        self.receiver: Value | None = None
        self.yields: Container | None = None
        self.on_yield: Callable[[Value], None] | None = None
        self.loops: list[Loop] = []


class Loop:
    """A loop that is being run: where its `continue` and `break` went."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.exits: list[Exit] = []


class Iteration(NamedTuple):
    """One round of a loop: the element, under which guard, chosen by which needs."""

    value: Value
    guard: Guard = ALWAYS
    needs: Needs = ()


class Test(NamedTuple):
    """What a condition decides: the guards of its two sides, or (`elementwise`) something about the one at hand."""

    true: Guard
    false: Guard
    needs: Needs = ()
    elementwise: bool = False
    default: bool | None = None


class Tag(NamedTuple):
    """An attribute that was set on parameters."""

    name: str
    thing: Thing
    moment: int
    site: Site


class WrapSettings(NamedTuple):
    """What an `enable_wrap(...)` that is being entered says: the wrapper and its arguments, and where it stands."""

    wrapper: Value | None
    arguments: Arguments
    site: Site


class Launched(NamedTuple):
    """What a launcher's settings say: where `guard` holds it wraps with these arguments.

    `site` is the call that makes the settings, where there is one.
    """

    launcher: Launcher
    guard: Guard
    wrapper: Wrapper
    arguments: Arguments
    site: Site | None


class Run(ABC):
    """One trace over a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.store = Store()
        self.guard: Guard = ALWAYS
        self.context: Needs = ()
        self.events: list[Event] = []
        self.wraps: dict[int, Wrapped] = {}
        self.inside: dict[int, int] = {}
        self.tags: list[Tag] = []
        self.things: dict[int, Thing] = {}
        self.parents: dict[int, dict[int, str]] = {}
        self.children: dict[tuple[int, str], Thing] = {}
        self.options: dict[str, Known] = {}
        self.preset: set[str] = set()
        self.frames: dict[int, Frame] = {}
        self.modules: dict[int, Frame] = {}
        self.classes: dict[int, ClassValue] = {}
        self.class_frames: dict[int, Frame] = {}
        self.decorated: list[FunctionValue] = []
        self.orders: dict[int, list[ClassValue]] = {}
        self.wrap_contexts: list[WrapSettings] = []
        self.wrap_settings: dict[int, WrapSettings] = {}
        self.viewed: dict[Site, set[tuple[int, ...]]] = {}
        self.callees: dict[Site, set[str]] = {}
        self.suppliers: dict[Site, Site | None] = {}
        self.open_mappings: set[int] = set()
        self.emptied: set[int] = set()
        self.group_owners: dict[int, int] = {}
        self.launched: dict[int, list[Launched]] = {}
        self.handed: dict[Site, list[Value]] = {}
        self.wrapping: dict[int, Wrapper] = {}
        self.wrapped: dict[int, Value] = {}
        self.active: list[Site] = []
        self.open_loops = 0
        self.defaults_of: dict[int, tuple[tuple[str, object, str], ...]] = {}
        self.defaults: dict[int, Value] = {}
        self.known_paths: frozenset[str] = frozenset()
        self.calling = Site(0, 0)
        self.globals: dict[tuple[int, str], Thing] = {}
        self.stack: list[tuple[int, facts.Anchor]] = []
        self.closures: list[int] = []
        self.executed: set[tuple[int, facts.Anchor]] = set()
        self.finished: set[tuple[int, facts.Anchor]] = set()
        self.steps = 0
        self.all_steps = 0
        self.exhausted = False
        self.replaced: dict[int, list[int]] = {}
        self.most_steps = MOST_STEPS if len(program.files) == 1 else 2 * MOST_STEPS
        self.worlds = 0
        self.wrapped_in_modules = False
        self._count = 0

    # What the parts of the interpreter ask of each other.

    @abstractmethod
    def evaluate(self, frame: Frame, expression: facts.Expression) -> Value:
        """The value of an expression, with its effects."""

    @abstractmethod
    def call(self, callee: Value, arguments: Arguments, site: Site) -> Value:
        """Call a value."""

    @abstractmethod
    def call_method(self, receiver: Value, name: str, arguments: Arguments, site: Site) -> Value:
        """Call a method by its name."""

    @abstractmethod
    def attribute(self, value: Value, name: str, site: Site) -> Value:
        """Read an attribute."""

    @abstractmethod
    def manage(self, callee: Value, arguments: Arguments, site: Site, body: Callable[[Value], None]) -> None:
        """Run a context manager function of the source, with `body` where it yields."""

    @abstractmethod
    def module(self, file: int) -> Frame:
        """The frame of a module of the program, which runs when it is first asked for."""

    @abstractmethod
    def iterate(self, value: Value, site: Site) -> list[Iteration]:
        """The rounds of a loop over a value."""

    @abstractmethod
    def truth(self, value: Value) -> Test:
        """What a value decides as a condition."""

    @abstractmethod
    def item(self, value: Value, index: Value, site: Site) -> Value:
        """Read `value[index]`."""

    @abstractmethod
    def needs_of(self, value: Value) -> Needs:
        """What a value says of the parameter at hand: the needs by which it was come to."""

    # Identity and time.

    def number(self) -> int:
        """A number that was not given before; numbers grow with time."""
        self._count += 1
        return self._count

    def step(self) -> None:
        """Count one step of the entry point."""
        self.steps += 1
        self.all_steps += 1
        if self.steps > self.most_steps or self.all_steps > MOST_STEPS_OF_A_PROGRAM:
            raise ExhaustedError

    def frame(self, file: int, parent: Frame | None, **details: Any) -> Frame:
        """A new frame."""
        made = Frame(self.number(), file, parent, **details)
        self.frames[made.number] = made
        return made

    def stack_key(self) -> Hashable:
        """What tells one activation of a function from another in guards."""
        return tuple(self.stack)

    def thing(self, key: Hashable, **details: Any) -> Thing:
        """A new thing."""
        made = Thing(self.number(), number(key), **details)
        self.things[made.id] = made
        return made

    def child(self, thing: Thing, name: str) -> Thing:
        """The attribute `name` of a thing of which the source says nothing more; the same one each time."""
        known = self.children.get((thing.id, name))
        if known is None:
            default = self.options.get(name)
            known = self.thing(("attribute", thing.key, name), parent=thing.id, name=name, default=default)
            self.children[thing.id, name] = known
        return known

    def global_thing(self, file: int, name: str) -> Thing:
        """What a name means that nothing in the source binds; the same thing each time."""
        known = self.globals.get((file, name))
        if known is None:
            known = self.globals[file, name] = self.thing(("global", file, name), name=name)
        return known

    def container(self, kind: str, entries: Entries = ()) -> Container:
        """A new container."""
        made = Container(self.number(), kind)
        self.store.set(("entries", made.id), entries)
        return made

    def tuple_of(self, *values: Value) -> Container:
        """A new tuple."""
        return self.container("tuple", tuple(Entry(value, guard=ALWAYS) for value in values))

    def entries(self, container: Container) -> Entries:
        """The entries of a container that are possible on the current path."""
        found = self.store.entries(("entries", container.id))
        if container.id in self.emptied:
            found = _left(found, self.guard)
        return tuple(e for e in found if e.guard == ALWAYS or both(e.guard, self.guard))

    def add(self, container: Container, value: Value, key: Value | None = None, many: bool = False) -> None:
        """Add an entry on the current path, with the needs under which this happens."""
        entry = Entry(self.attach(value, merged(container.needs, self.context)), key, self.guard, many)
        self.put(container, entry)

    def put(self, container: Container, entry: Entry) -> None:
        """Add an entry as it is."""
        cell = ("entries", container.id)
        found = self.store.entries(cell)
        if len(found) < MOST_ENTRIES:
            self.store.set(cell, (*found, entry))

    def remove(self, container: Container, key: Value | None = None) -> None:
        """Remove, on the current path, what is there under a key, or everything."""
        self.emptied.add(container.id)
        self.put(container, Entry(Known(None), key, self.guard, removed=True))

    # Needs.

    def attach(self, value: Value, needs: Needs) -> Value:
        """The value, chosen by `needs`: a parameter's selection takes those that look at the same model."""
        if not needs:
            return value
        if isinstance(value, (Parameters, ParameterOf, NameOf)):
            return replace(value, selection=self.narrowed(value.selection, needs))
        if isinstance(value, (Derived, Container)):
            return replace(value, needs=merged(value.needs, needs))
        if isinstance(value, Choice):
            return Choice(tuple(replace(o, value=self.attach(o.value, needs)) for o in value.options))
        return value

    def narrowed(self, selection: Selection, needs: Needs) -> Selection:
        """The selection, narrowed down by needs that look at the same model."""
        root = self.root(selection.thing)
        return replace(selection, needs=merged(selection.needs, tuple(n for n in needs if self.root(n.thing) == root)))

    def root(self, thing: Thing) -> int:
        """The outermost thing that a thing is an attribute of."""
        while thing.parent is not None:
            thing = self.things[thing.parent]
        return thing.id

    def note_callee(self, site: Site, name: str) -> None:
        """Record what a call calls: the dotted path of something in a library, or what kind of thing it is."""
        self.callees.setdefault(site, set()).add(name)

    @contextmanager
    def supplied(self, site: Site, place: Site | None) -> Iterator[None]:
        """Inside, what is called at `site` has its settings from `place` (None: from no call that is written out)."""
        before = self.suppliers.get(site, site)
        self.suppliers[site] = place
        try:
            yield
        finally:
            self.suppliers[site] = before

    # Branches.

    def branch(self, sides: Sequence[tuple[Guard, Needs, Callable[[], Value | None]]]) -> Value:
        """Run several alternatives, of which one happens, and join what they leave behind and yield."""
        before, context = self.guard, self.context
        done: list[tuple[Side, Value | None]] = []
        ends: list[Guard] = []
        ended: Needs = ()
        whole = True
        for guard, needs, act in sides:
            entered = self.guard = both(before, guard)
            if not entered:
                continue
            self.context = merged(context, needs)
            self.store.push()
            value = act()
            layer = self.store.pop()
            whole = whole and self.guard is entered
            if self.guard:
                written = guard if self.guard is entered else relative(self.guard, before)
                done.append((Side(written, layer, needs), value))
                ends.append(self.guard)
            else:
                ended = merged(ended, opposite(needs))
        self.context = merged(context, ended)
        self.guard = before if whole and done else after_checks(_union(ends), before) if done else NEVER
        if any(side.layer for side, _ in done):
            self.store.join([side for side, _ in done])
        options = [Option(side.guard, value, side.needs) for side, value in done if value is not None]
        return choice(options) if options else Known(None)

    def where(self, guard: Guard, needs: Needs, act: Callable[[], None]) -> None:
        """Do something on the paths of a guard alone, for what passes the needs."""
        if guard == ALWAYS:
            context = self.context
            self.context = merged(context, needs)
            act()
            self.context = context
        else:

            def side() -> Value | None:
                act()
                return None

            self.branch([(guard, needs, side), (negation(guard), (), lambda: None)])

    def over(self, value: Choice, act: Callable[[Value], Value]) -> Value:
        """Do something with each alternative of a choice."""
        return self.branch([(o.guard, o.needs, lambda o=o: act(o.value)) for o in value.options])  # type: ignore[misc]

    def used(self, value: Value) -> None:
        """Note that an optimizer was read."""
        if isinstance(value, OptimizerValue):
            self.events.append(OptimizerUsed(self.number(), self.guard, value.moment))
        elif isinstance(value, Choice):
            for option in value.options:
                if isinstance(option.value, OptimizerValue):
                    guard = both(self.guard, option.guard)
                    self.events.append(OptimizerUsed(self.number(), guard, option.value.moment))

    @abstractmethod
    def super_of(self, frame: Frame) -> Value:
        """`super()` in a frame."""

    # Modules in modules.

    def owned_by(self, thing: Thing, parent: Thing, name: str) -> None:
        """Record that `thing` was stored in `parent`, under a name."""
        if thing.id != parent.id and thing.parent != parent.id:
            self.parents.setdefault(thing.id, {}).setdefault(parent.id, name)

    def ancestors(self, thing: Thing) -> Iterator[Thing]:
        """The things that hold a thing, nearest first, without itself."""
        return (above for above, _ in self.paths(thing))

    def paths(self, thing: Thing) -> Iterator[tuple[Thing, tuple[str, ...]]]:
        """The things that hold a thing, nearest first, with its path from each of them."""
        seen = {thing.id}
        level: list[tuple[Thing, tuple[str, ...]]] = [(thing, ())]
        while level:
            above: list[tuple[Thing, tuple[str, ...]]] = []
            for one, path in level:
                owners = {} if one.parent is None else {one.parent: one.name}
                for owner, name in {**owners, **self.parents.get(one.id, {})}.items():
                    if owner not in seen:
                        seen.add(owner)
                        above.append((self.things[owner], (name, *path)))
            level = above
            yield from level


def _left(entries: Entries, path: Guard) -> Entries:
    """The entries that no later removal took away on a path, each where none did."""
    kept: list[Entry] = []
    removals: list[Entry] = []
    for entry in reversed(entries):
        if entry.removed:
            removals.append(entry)
            continue
        guard = entry.guard
        for removal in removals:
            if removal.key is None or removal.key == entry.key:
                guard = both(guard, negation(relative(removal.guard, path)))
        if guard:
            kept.append(replace(entry, guard=guard))
    return tuple(reversed(kept))


def _union(guards: Sequence[Guard]) -> Guard:
    result = NEVER
    for guard in guards:
        result = either(result, guard)
    return result


def merged(left: Needs, right: Needs) -> Needs:
    """All needs of both, once each."""
    if not right:
        return left
    if not left:
        return right
    seen: set[tuple[object, ...]] = {_identity(need) for need in left}
    return left + tuple(n for n in right if _identity(n) not in seen)


def _identity(need: Need) -> tuple[object, ...]:
    return (need.kind, need.site, need.thing.id, need.texts, need.recorded, need.holds, need.by_name)


def opposite(needs: Needs) -> Needs:
    """The needs of what did not pass the tests."""
    return tuple(n if n.holds is None else replace(n, holds=not n.holds) for n in needs)


def undecided(needs: Needs) -> Needs:
    """The needs of something that is not a plain test: a key, a computed value."""
    return tuple(replace(n, holds=None) for n in needs)


def values_of(arguments: Arguments) -> tuple[Value, ...]:
    """The plain positional arguments."""
    return tuple(a.value for a in arguments if not a.star and a.keyword is None)


def argument(arguments: Arguments, position: int | None, keyword: str) -> Value | None:
    """The argument given by keyword or at a position, None if it is not given."""
    for one in arguments:
        if one.keyword == keyword:
            return one.value
    if position is None:
        return None
    plain = []
    for one in arguments:
        if one.star == "*":
            break
        if one.keyword is None and not one.star:
            plain.append(one.value)
    return plain[position] if position < len(plain) else None
