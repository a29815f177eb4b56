"""What the tracer knows about a value: models, collections of parameters, groups, flags; all else is a `Thing`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

from fsdp_lint.extract import facts
from fsdp_lint.trace.guards import ALWAYS, Guard

if TYPE_CHECKING:
    from fsdp_lint.libraries.model import Effect, Wrapper

ORIGINALLY = -1
"""The moment at which something was recorded that the source spells out: before anything that the trace sees."""


@dataclass(frozen=True)
class Site:
    """A place in the program: a file (its index in the program) and an anchor in it."""

    file: int
    at: facts.Anchor


@dataclass(frozen=True)
class Need:
    """What a selection needs of the parameters, and where.

    `kind` is "names" (a substring, suffix or any other use of a name that a prefix does not disturb), "plain names" (an
    exact match, a prefix, a look-up), "shapes", "modules" or "objects". The need is met by what the parameters are at
    `moment`; `recorded` is when that was written down which they are compared with. `texts` are the literals looked
    for, where the source spells them out. `thing` is the module whose parameters are looked at, seen through `outer`;
    `depth` is how many calls deep they were taken. `origin` is the loop over the parameters or modules in which they
    were looked at; `loop` is the one in which that decides: another one where a record of the first is looked up.
    `holds` is whether what was selected passed the test, None where it is not a plain test. `open`: what a name is
    compared with is not in the source, and may be written with or without a prefix. `marked`: the module whose
    parameters were recorded or marked, for "objects". `by_name`: what decides is a record of names.
    """

    kind: str
    site: Site
    moment: int
    thing: Thing
    outer: tuple[int, ...]
    texts: tuple[str, ...] = ()
    recorded: int = ORIGINALLY
    depth: int = 0
    origin: Site | None = None
    loop: Site | None = None
    holds: bool | None = True
    open: bool = False
    marked: Thing | None = None
    by_name: bool = False


Needs = tuple[Need, ...]


@dataclass(frozen=True)
class Known:
    """A constant; `site` is the literal True or False that it is, where it came here unchanged and from one place."""

    value: str | int | float | bool | None
    site: Site | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Symbol:
    """Something that an import names, by its dotted path in the library."""

    path: str


@dataclass(frozen=True)
class Thing:
    """An object of which the source does not say more: a model, a configuration, anything.

    `id` is its identity; `key` is equal for two things that are the same test (`args.fsdp` read twice). `parent` and
    `name` say of which other thing it is an attribute ("*": an element of it, "**": a module anywhere below it).
    `default` is a value that the source shows for it and that may be changed from outside. `type` is its class, where
    that is in the source.
    """

    id: int
    key: int
    parent: int | None = None
    name: str = ""
    default: Known | None = None
    type: ClassValue | None = None
    made: bool = False


@dataclass(frozen=True)
class View:
    """A module seen through wrapper objects: the moments of the wraps, outermost last."""

    thing: Thing
    outer: tuple[int, ...]


@dataclass(frozen=True)
class Selection:
    """Parameters of a module, as they were at `moment`, narrowed down by what `needs` looks at.

    `recurse` is False where only the module's own parameters were asked for, whose names are plain at any depth.
    """

    site: Site
    thing: Thing
    outer: tuple[int, ...]
    moment: int
    guard: Guard
    needs: Needs = ()
    recurse: bool = True
    depth: int = 0


@dataclass(frozen=True)
class Parameters:
    """An iterable over a selection; `form` is "parameters", "named", "names", "modules" or "named modules"."""

    selection: Selection
    form: str


@dataclass(frozen=True)
class ParameterOf:
    """One parameter of a selection (or its gradient or data)."""

    selection: Selection


@dataclass(frozen=True)
class NameOf:
    """The name of one parameter of a selection.

    `part` is "whole", "stripped" (prefixes removed), "head" (its first components), "tail" (its last ones), or one of
    `PIECES`: cut everywhere, at the first dot alone or at the last dot alone.
    """

    selection: Selection
    part: str = "whole"


PIECES = ("pieces", "cut first", "cut last")


@dataclass(frozen=True)
class ModuleName:
    """The name of one module in a walk over a model's modules."""

    walk: Selection


@dataclass(frozen=True)
class Derived:
    """An unknown value that depends on the parameter at hand, through `needs` (or none: `requires_grad`)."""

    needs: Needs


@dataclass(frozen=True)
class Condition:
    """An unknown boolean: the guards under which it is true and false, and its visible default, if any."""

    true: Guard
    false: Guard
    default: bool | None = None


@dataclass(frozen=True)
class Option:
    """One alternative of a choice: under which guard, decided by which needs."""

    guard: Guard
    value: Value
    needs: Needs = ()


@dataclass(frozen=True)
class Choice:
    """One of several values, depending on the path or on the parameter at hand."""

    options: tuple[Option, ...]


@dataclass(frozen=True)
class Container:
    """A list, tuple, dict or set, whose entries the store holds; `kind` names which.

    `needs` is how this one was picked among others (`groups[name]`): what is put into it is chosen by them.
    """

    id: int
    kind: str
    needs: Needs = ()


@dataclass(frozen=True)
class Entry:
    """One entry of a container: `key` for a dict; `many` where it stands for any number of entries.

    `removed`: what was there under the key before (None: whatever was there) is gone, and this is no entry itself.
    """

    value: Value
    key: Value | None = None
    guard: Guard = ALWAYS
    many: bool = False
    removed: bool = False


Entries = tuple[Entry, ...]


@dataclass(frozen=True)
class FunctionValue:
    """A function or lambda of the source, with the frame that it closes over and its evaluated defaults."""

    facts: facts.Function | facts.Lambda
    file: int
    frame: int
    defaults: tuple[tuple[str, Value], ...]
    owner: int | None = None
    decorators: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Bound:
    """A method and the object it is called on; `function` is a name for a method that the source does not define."""

    receiver: Value
    function: FunctionValue | str


@dataclass(frozen=True)
class ClassValue:
    """A class of the source; its attributes are in the store."""

    id: int
    facts: facts.Class
    file: int
    bases: tuple[Value, ...]
    decorators: tuple[Value, ...] = ()


@dataclass(frozen=True)
class PartialValue:
    """`functools.partial(function, …)`; `site` is the call to which a keyword can be added."""

    function: Value
    arguments: Arguments
    site: Site | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Super:
    """`super()` inside a method of class `above`."""

    receiver: Value
    above: ClassValue


@dataclass(frozen=True)
class ModuleValue:
    """A module of the program, by its file's index."""

    file: int


@dataclass(frozen=True)
class OptimizerValue:
    """An optimizer; `groups` is the container of its parameter groups."""

    moment: int
    groups: Container


@dataclass(frozen=True)
class Argument:
    """One evaluated argument; `star` as in the facts."""

    value: Value
    keyword: str | None = None
    star: str = ""


Arguments = tuple[Argument, ...]

Value = Union[
    Known,
    Symbol,
    Thing,
    View,
    Parameters,
    ParameterOf,
    NameOf,
    ModuleName,
    Derived,
    Condition,
    Choice,
    Container,
    FunctionValue,
    Bound,
    ClassValue,
    PartialValue,
    Super,
    ModuleValue,
    OptimizerValue,
]

NONE = Known(None)


@dataclass(frozen=True)
class Variant:
    """What a wrap does where its flags have certain values.

    `guard` is where they have them. `likely` is None where the source decides, else whether the visible default is this
    variant ("yes", "no") or there is no visible default ("open").
    """

    guard: Guard
    effect: Effect
    flags: tuple[tuple[str, bool | str | None], ...]
    likely: str | None
    given: tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """Which modules a policy wraps as units of their own: class names, or () where the source does not tell."""

    classes: tuple[str, ...]
    known: bool


@dataclass(frozen=True)
class Supply:
    """What gives a wrap the flag that keeps the names: the literal at `site` or, where it is not `given`, the library.

    Where it is not given `site` is the call to which it can be added as a keyword.
    """

    site: Site
    given: bool


@dataclass(frozen=True)
class Wrapped:
    """A module was wrapped; `supply` is None where the source does not tell for sure what gives the deciding flag."""

    moment: int
    site: Site
    guard: Guard
    thing: Thing
    wrapper: Wrapper
    variants: tuple[Variant, ...]
    policy: Unit | None
    ignored: tuple[Thing, ...]
    supply: Supply | None = None


@dataclass(frozen=True)
class OptimizerBuilt:
    """An optimizer was built from groups; `name` is the class as the source shows it."""

    moment: int
    site: Site
    guard: Guard
    groups: tuple[Group, ...]
    name: str
    lists: bool


@dataclass(frozen=True)
class GroupAdded:
    """A group was added to the optimizer that was built at moment `optimizer`."""

    moment: int
    site: Site
    guard: Guard
    groups: tuple[Group, ...]
    optimizer: int


@dataclass(frozen=True)
class OptimizerUsed:
    """An optimizer was read again (stepped, returned, stored)."""

    moment: int
    guard: Guard
    optimizer: int


@dataclass(frozen=True)
class GroupsReplaced:
    """Parameters were put into the groups of the optimizer that was built at moment `optimizer`, by hand."""

    moment: int
    guard: Guard
    optimizer: int


@dataclass(frozen=True)
class Group:
    """One parameter group: the selections in it, and its hyperparameters as comparable keys with how to show them.

    `many`: stands for any number of groups. `varies`: its hyperparameters depend on the parameter at hand.
    """

    selections: tuple[Selection, ...]
    hyperparameters: tuple[tuple[str, Hashable, str], ...]
    guard: Guard
    many: bool
    varies: Needs


@dataclass(frozen=True)
class Frozen:
    """`requires_grad` of a selection's parameters was set."""

    moment: int
    site: Site
    guard: Guard
    selection: Selection


@dataclass(frozen=True)
class Clipped:
    """A selection's gradients were clipped or measured as if they were whole, by the function `name`."""

    moment: int
    site: Site
    guard: Guard
    selection: Selection
    name: str


Event = Union[Wrapped, OptimizerBuilt, GroupAdded, GroupsReplaced, OptimizerUsed, Frozen, Clipped]
