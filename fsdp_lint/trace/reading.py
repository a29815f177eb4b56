"""Reading: attributes, items and the rounds of a loop."""

from __future__ import annotations

from dataclasses import replace

from fsdp_lint.trace import comparing, imports, selecting
from fsdp_lint.trace.guards import ALWAYS, Guard, both, negation, relative
from fsdp_lint.trace.run import Iteration, Run, merged
from fsdp_lint.trace.store import choice
from fsdp_lint.trace.values import (
    NONE,
    PIECES,
    Bound,
    Choice,
    ClassValue,
    Container,
    Derived,
    Entries,
    Entry,
    FunctionValue,
    Known,
    ModuleName,
    ModuleValue,
    NameOf,
    Need,
    Needs,
    OptimizerValue,
    Option,
    ParameterOf,
    Parameters,
    PartialValue,
    Selection,
    Site,
    Super,
    Symbol,
    Thing,
    Value,
    View,
)

PARTIAL_METHOD = "functools.partialmethod"
STATIC = "builtins.staticmethod"
CLASS_METHOD = "builtins.classmethod"
PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})

MOST_ROUNDS = 32
"""Entries of a literal after which a loop over it is no longer unrolled."""


def attribute(run: Run, value: Value, name: str, site: Site) -> Value:
    """`value.name`."""
    if isinstance(value, Choice):
        return run.over(value, lambda one: attribute(run, one, name, site))
    if isinstance(value, Symbol):
        return Symbol(f"{value.path}.{name}")
    if isinstance(value, ModuleValue):
        return _of_module(run, value, name)
    if isinstance(value, (Thing, View)):
        return _of_thing(run, value, name, site)
    if isinstance(value, ParameterOf):
        return _of_parameter(run, value, name, site)
    if name == "__name__" and isinstance(value, (ClassValue, FunctionValue)):
        return Known(getattr(value.facts, "name", "<lambda>"))
    if isinstance(value, ClassValue):
        found = class_attribute(run, value, name)
        return _bound_to(value, found) if found is not None else run.thing(("class attribute", value.id, name))
    if isinstance(value, Super):
        return _of_super(run, value, name, site)
    if isinstance(value, OptimizerValue) and name == "param_groups":
        return value.groups
    if isinstance(value, Derived) or (isinstance(value, Known) and name == "value"):
        return value
    if isinstance(value, FunctionValue):
        return run.thing(("function attribute", comparing.key_of(value), name))
    return Bound(value, name)


def _of_module(run: Run, module: ModuleValue, name: str) -> Value:
    content = run.store.value(("name", run.module(module.file).number, name))
    if content is not None:
        return content
    below = run.program.modules.named(f"{run.program.files[module.file].module}.{name}")
    if below is not None:
        return ModuleValue(below)
    return run.global_thing(module.file, name)


def _of_thing(run: Run, value: Thing | View, name: str, site: Site) -> Value:
    if isinstance(value, View):
        inner = _unwrapped(run, value, name)
        if inner is not None:
            return inner
        thing = value.thing
    else:
        thing = value
    if name in ("_parameters", "_modules"):
        form = "named" if name == "_parameters" else "named modules"
        found = selecting.parameters(run, value, form, site, recurse=False)
        return found if found is not None else NONE
    stored = run.store.value(("attribute", thing.id, name))
    if stored is not None:
        return stored
    if thing.type is not None:
        defined = class_attribute(run, thing.type, name)
        if defined is not None:
            return _instance_attribute(run, value, thing, defined, name, site)
    if name == "__class__":
        return thing.type if thing.type is not None else run.thing(("type", thing.key))
    return run.child(thing, name)


def _unwrapped(run: Run, view: View, name: str) -> Value | None:
    """`wrapper.module` is the module as it was seen before the wrapper, or through what the wrapper has put inside."""
    moment = view.outer[-1]
    if name != run.wraps[moment].wrapper.inner:
        return None
    inside = (run.inside[moment],) if moment in run.inside else ()
    outer = (*view.outer[:-1], *inside)
    return View(view.thing, outer) if outer else view.thing


def _instance_attribute(run: Run, receiver: Thing | View, thing: Thing, defined: Value, name: str, site: Site) -> Value:
    """A class attribute read through an instance: methods are bound, properties run, a field's value is a default."""
    if isinstance(defined, FunctionValue):
        if _decorators(defined) & PROPERTIES:
            return run.call(Bound(receiver, defined), (), site)
        given = first_of(defined, receiver, thing.type)
        return defined if given is None else Bound(given, defined)
    if isinstance(defined, PartialValue) and defined.function == Symbol(PARTIAL_METHOD) and defined.arguments:
        function = defined.arguments[0].value
        bound = Bound(receiver, function) if isinstance(function, FunctionValue) else function
        return PartialValue(bound, defined.arguments[1:], defined.site)
    if isinstance(defined, Known) and not thing.made:
        child = run.child(thing, name)
        return replace(child, default=defined)
    return defined


def _decorators(function: FunctionValue) -> set[str]:
    """The dotted paths of a function's decorators, as far as these are in a library."""
    return {one.path for one in function.decorators if isinstance(one, Symbol)}


def first_of(method: FunctionValue, receiver: Value, owner: ClassValue | None) -> Value | None:
    """What a method that is read through an object is given as its first argument; None for nothing."""
    decorators = _decorators(method)
    if STATIC in decorators:
        return None
    return owner if CLASS_METHOD in decorators and owner is not None else receiver


def _bound_to(owner: ClassValue, found: Value) -> Value:
    """What a class has, read through the class: a class method is given the class, a function nothing."""
    return Bound(owner, found) if isinstance(found, FunctionValue) and CLASS_METHOD in _decorators(found) else found


MOST_BASES = 100
"""Of one class, each counted as often as there are ways to it."""


def class_attribute(run: Run, owner: ClassValue, name: str) -> Value | None:
    """An attribute that a class or one of its bases in the source defines."""
    for one in resolution_order(run, owner):
        content = run.store.value(("name", run.class_frames[one.id].number, name))
        if content is not None:
            return content
    return None


def resolution_order(run: Run, owner: ClassValue) -> list[ClassValue]:
    """The class and its bases in the source: depth first, each after all classes that derive from it."""
    if owner.id not in run.orders:
        run.orders[owner.id] = _ordered(owner)
    return run.orders[owner.id]


def _ordered(owner: ClassValue) -> list[ClassValue]:
    found: list[ClassValue] = []

    def visit(one: ClassValue, path: tuple[int, ...]) -> None:
        found.append(one)
        for base in one.bases if len(found) < MOST_BASES else ():
            for option in base.options if isinstance(base, Choice) else (Option(ALWAYS, base),):
                if isinstance(option.value, ClassValue) and option.value.id not in path:
                    visit(option.value, (*path, one.id))

    visit(owner, (owner.id,))
    last = {one.id: index for index, one in enumerate(found)}
    return [one for index, one in enumerate(found) if last[one.id] == index]


def base_paths(run: Run, owner: ClassValue) -> set[str]:
    """The dotted paths of all bases outside the source."""
    paths: set[str] = set()
    for one in resolution_order(run, owner):
        for base in one.bases:
            for option in base.options if isinstance(base, Choice) else (Option(ALWAYS, base),):
                if isinstance(option.value, Symbol):
                    paths.add(option.value.path)
    return paths


def _of_super(run: Run, value: Super, name: str, site: Site) -> Value:
    receiver = value.receiver
    thing = receiver.thing if isinstance(receiver, View) else receiver
    owner = thing.type if isinstance(thing, Thing) else thing if isinstance(thing, ClassValue) else None
    if owner is not None:
        order = resolution_order(run, owner)
        ids = [one.id for one in order]
        after = order[ids.index(value.above.id) + 1 :] if value.above.id in ids else []
        for one in after:
            content = run.store.value(("name", run.class_frames[one.id].number, name))
            if isinstance(content, FunctionValue):
                given = first_of(content, receiver, owner)
                return content if given is None else Bound(given, content)
    return Bound(value, name)


def _of_parameter(run: Run, parameter: ParameterOf, name: str, site: Site) -> Value:
    if name in ("grad", "data"):
        return parameter
    if name in ("shape", "ndim", "T", "mT", "nbytes"):
        return selecting.of_shape(run, parameter, site)
    if name in selecting.PLAIN:
        return Derived(())
    tagged = tag_need(run, parameter.selection, name, site)
    if tagged is not None:
        return tagged
    return Bound(parameter, name)


def tag_need(run: Run, selection: Selection, name: str, site: Site) -> Derived | None:
    """Reading an attribute that the program set on parameters of the same model; None if it set none of that name."""
    root = run.root(selection.thing)
    found: dict[int, Need] = {}
    for tag in run.tags:
        if tag.name == name and (run.root(tag.thing) == root or _holds(run, tag.thing, root)):
            need = selecting.need(run, "objects", selection, site, (name,), tag.moment, tag.thing)
            found.setdefault(tag.thing.id, replace(need, moment=run.number()))
    return Derived(tuple(found.values())) if found else None


def _holds(run: Run, thing: Thing, root: int) -> bool:
    return any(above.id == root for above in run.ancestors(thing))


def item(run: Run, value: Value, index: Value, site: Site) -> Value:
    """`value[index]`."""
    if isinstance(value, Choice):
        return run.over(value, lambda one: item(run, one, index, site))
    if isinstance(index, Choice) and not isinstance(value, (Thing, View)):
        return run.over(index, lambda one: item(run, value, one, site))
    if isinstance(value, Container):
        found = of_container(run, value, index, site)
        return found if found is not None else missing(run, value, index)
    if isinstance(value, Parameters):
        return _element(run, value)
    if isinstance(value, (Thing, View)):
        thing = value.thing if isinstance(value, View) else value
        name = f"[{index.value!r}]" if isinstance(index, Known) else "*"
        stored = run.store.value(("attribute", thing.id, name))
        if stored is not None:
            return stored
        if isinstance(index, (NameOf, Derived)):
            return Derived(run.needs_of(index))
        if isinstance(index, Known) and isinstance(index.value, str) and index.value in run.options:
            return run.child(thing, index.value)
        if not isinstance(index, Known) and isinstance(index, Thing):
            return run.child(thing, f"[{index.key!r}]") if thing.parent is None else run.child(thing, "*")
        return run.child(thing, name)
    if isinstance(value, NameOf) and value.part in PIECES:
        return replace(value, part=_part_at(value.part, index.value)) if isinstance(index, Known) else value
    if value == Symbol("sys.modules") and isinstance(index, Known):
        return imports.import_by_name(run, site.file, str(index.value))
    if isinstance(value, Symbol):
        return _of_symbol(run, value, index)
    if isinstance(value, ClassValue) and isinstance(index, Known):
        return attribute(run, value, str(index.value), site)
    if isinstance(value, (Derived, NameOf, ParameterOf)):
        return Derived(run.needs_of(value))
    return run.thing(("item", comparing.key_of(value), comparing.key_of(index)))


def _part_at(pieces: str, index: object) -> str:
    """What of a name is at an index of its pieces."""
    if pieces == "cut first":
        return "head" if index == 0 else "stripped"
    if pieces == "cut last":
        return "whole" if index in (0, -2, -3) else "tail"
    return "head" if isinstance(index, int) and index >= 0 else "tail"


def _of_symbol(run: Run, value: Symbol, index: Value) -> Value:
    """`Enumeration["MEMBER"]` is `Enumeration.MEMBER`; an item of anything else in a library is unknown."""
    if value.path == "os.environ":
        return variable(run, index, None)
    of_class = is_class(value)
    if of_class and isinstance(index, Known) and isinstance(index.value, str) and index.value.isidentifier():
        return Symbol(f"{value.path}.{index.value}")
    default = index.default if of_class and isinstance(index, Thing) else None
    return run.thing(("item", value.path, comparing.key_of(index)), default=default)


def variable(run: Run, name: Value, default: Known | None) -> Value:
    """An environment variable: what the program has put there, else a value from outside."""
    key = comparing.key_of(name)
    stored = run.store.value(("environment", key))
    return stored if stored is not None else run.thing(("environment", key), default=default)


def is_class(symbol: Symbol) -> bool:
    """Whether something in a library is, by its name, a class."""
    return symbol.path.rsplit(".", 1)[-1][:1].isupper()


def stored_item(run: Run, mapping: Value, key: Known) -> Value | None:
    """What the program itself has put into an unknown mapping under a key."""
    thing = mapping.thing if isinstance(mapping, View) else mapping
    return run.store.value(("attribute", thing.id, f"[{key.value!r}]")) if isinstance(thing, Thing) else None


def missing(run: Run, container: Container, index: Value) -> Value:
    """What a dict has under a key that nothing put there: a new list for a `defaultdict(list)`, else unknown."""
    made = run.defaults.get(container.id)
    if made is None:
        needs = run.needs_of(index)
        return Derived(needs) if needs or isinstance(index, Derived) else run.thing(("missing", container.id))
    kind = made.path.rsplit(".", 1)[-1] if isinstance(made, Symbol) else "list"
    inner = run.container(kind if kind in ("list", "dict", "set") else "list")
    entry = Entry(inner, index, ALWAYS, not isinstance(index, Known))
    run.put(container, entry)
    return run.attach(inner, run.needs_of(index))


def of_container(run: Run, container: Container, index: Value, site: Site) -> Value | None:
    """What a container holds under an index or key; None if nothing."""
    entries = run.entries(container)
    if container.kind == "dict":
        found = _of_dict(run, container, index, site)
        return None if found is None else run.attach(found, container.needs)
    exact = not any(e.many for e in entries)
    if (
        exact
        and isinstance(index, Known)
        and isinstance(index.value, int)
        and -len(entries) <= index.value < len(entries)
    ):
        return run.attach(entries[index.value].value, container.needs)
    if not entries:
        return None
    needs = merged(container.needs, run.needs_of(index))
    return choice([Option(entry.guard, entry.value, needs) for entry in entries])


def keyed(run: Run, container: Container, key: Known) -> list[Option]:
    """What a dict has under a known key: one option for each path on which something was put there last.

    An unknown mapping that was merged in later may hold another value for a constant.
    """
    remaining: Guard = run.guard
    options: list[Option] = []
    mark: Thing | None = None
    for entry in reversed(run.entries(container)):
        if entry.key is None and isinstance(entry.value, Thing):
            mark = entry.value
        elif entry.key == key and both(remaining, entry.guard):
            open_ = mark is not None and isinstance(entry.value, Known)
            value = perhaps(run, mark, key, entry.value, run.calling) if mark is not None and open_ else entry.value
            options.append(Option(entry.guard, value))
            remaining = both(remaining, negation(relative(entry.guard, run.guard)))
            if not remaining:
                break
    return options


def marked(entries: Entries) -> Thing | None:
    """The unknown mapping that a dict was filled from, among other things."""
    return next((entry.value for entry in entries if entry.key is None and isinstance(entry.value, Thing)), None)


def perhaps(run: Run, mapping: Value, key: Known, default: Value | None, site: Site) -> Value:
    """What an unknown mapping has under a key, if it has the key: unknown, with a default that the source shows."""
    found = item(run, mapping, key, site)
    if isinstance(found, Thing) and found.default is None and isinstance(default, Known) and default.value is not None:
        return replace(found, default=default)
    return found


def absent(run: Run, container: Container, key: Known) -> Guard:
    """The guard of the paths on which nothing was put under a key."""
    remaining: Guard = run.guard
    for entry in run.entries(container):
        if entry.key == key:
            remaining = both(remaining, negation(relative(entry.guard, run.guard)))
    return remaining


def _of_dict(run: Run, container: Container, index: Value, site: Site) -> Value | None:
    entries = run.entries(container)
    if isinstance(index, Known):
        options = keyed(run, container, index)
        if options:
            return choice(options)
        mark = marked(entries)
        if mark is not None:
            return item(run, mark, index, site)
    named = [e for e in entries if isinstance(e.key, NameOf)]
    if named:
        return _looked_up(run, container, named, index, site)
    same = [e for e in entries if e.key is not None and not isinstance(e.key, Known) and _same_key(e.key, index)]
    if same:
        return run.attach(choice([Option(e.guard, e.value) for e in same]), run.needs_of(index))
    if container.id in run.defaults and not isinstance(index, Known):
        return None
    if isinstance(index, Known) and all(isinstance(e.key, Known) for e in entries):
        return None
    if not entries:
        return None
    needs = run.needs_of(index)
    if needs and all(not isinstance(e.value, (Container, ParameterOf)) for e in entries):
        return Derived(needs)
    options = []
    for entry in entries:
        guard = entry.guard
        if isinstance(entry.key, Known) and isinstance(index, Thing):
            guard = both(guard, run.truth(comparing.compare(run, "==", index, entry.key, site)).true)
        options.append(Option(guard, entry.value, needs))
    return choice(options)


def _same_key(key: Value, index: Value) -> bool:
    if isinstance(key, Derived) and isinstance(index, Derived):
        return True
    return comparing.key_of(key) == comparing.key_of(index) and not isinstance(key, Derived)


def _looked_up(run: Run, container: Container, named: list[Entry], index: Value, site: Site) -> Value:
    """A look-up by name in a dict that was filled from a model's names; by an unknown key it says nothing."""
    found = selecting.membership(run, index, container, site)
    texts = selecting.texts_of(run, index)
    options: list[Option] = []
    for entry in named:
        assert isinstance(entry.key, NameOf)
        looked: Needs = ()
        if texts:
            looked = selecting.of_name(run, entry.key, "plain names", site, texts).needs
        elif isinstance(index, NameOf) and index.selection.site != entry.key.selection.site:
            noted = selecting.looked_up_in(index.selection.needs, entry.key.selection, by_name=True)
            looked = merged(noted, () if found is None else run.needs_of(found))
        elif isinstance(index, NameOf):
            looked = index.selection.needs
        elif isinstance(index, Derived):
            looked = selecting.looked_up_in(index.needs, entry.key.selection, by_name=True)
        options.append(Option(entry.guard, run.attach(entry.value, looked)))
    return choice(options)


def iterate(run: Run, value: Value, site: Site) -> list[Iteration]:
    """The rounds of a loop over a value."""
    if isinstance(value, Choice):
        return [
            Iteration(one.value, both(option.guard, one.guard), merged(option.needs, one.needs))
            for option in value.options
            if both(run.guard, option.guard)
            for one in iterate(run, option.value, site)
        ]
    if isinstance(value, Container):
        rounds = []
        for entry in run.entries(value)[:MOST_ROUNDS]:
            one = entry.key if value.kind == "dict" and entry.key is not None else entry.value
            rounds.append(Iteration(one, relative(entry.guard, run.guard), value.needs))
        return rounds
    if isinstance(value, Parameters):
        return [Iteration(_element(run, value))]
    if isinstance(value, Thing):
        return [Iteration(run.child(value, "*"))]
    if isinstance(value, View):
        return [Iteration(run.child(value.thing, "*"))]
    if isinstance(value, (Derived, NameOf, ParameterOf)):
        return [Iteration(Derived(run.needs_of(value)))]
    return [Iteration(run.thing(("element", comparing.key_of(value))))]


def _element(run: Run, value: Parameters) -> Value:
    """What one round over a model's parameters or modules yields."""
    selection = value.selection
    if value.form == "parameters":
        return ParameterOf(selection)
    if value.form == "names":
        return NameOf(selection)
    if value.form == "named":
        return run.tuple_of(NameOf(selection), ParameterOf(selection))
    below = run.child(selection.thing, "**" if selection.recurse else "*")
    if value.form == "modules":
        return below
    return run.tuple_of(ModuleName(selection), below)
