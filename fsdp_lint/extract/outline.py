"""A file in outline: what it imports, and which names its definitions use.

It decides which files make a program together, and no more. `from_tokens` makes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

STRATEGIES = ("fsdp", "fsdp_native", "fsdp_cpu_offload")
ACTS = re.compile(
    r"^optim$|[A-Z]\w*Optimizer$|^(create|configure|build|get|make|setup|init)\w*_optimizers?"
    r"|[Aa]dam|SGD|Lamb$|LAMB|LARS|Lion$|[Aa]dafactor|[Aa]dagrad|RMS[Pp]rop|Sophia|[Mm]uon|Shampoo"
    r"|requires_grad|clip_grad|total_norm|param_groups"
)
PURPOSES = re.compile(
    r"optim(?!iz(e|es|ed|ing|ation)(?![a-z]))|adam|sgd|lamb(?!da)|(?<![a-z])lars|(?<![a-z])lion|adafactor|adagrad"
    r"|rmsprop|sophia|muon|shampoo|requires_grad|clip_grad|total_norm|param_groups?|^fit$",
    re.IGNORECASE,
)
"""What may be done with parameters; more than `ACTS`, since it decides on whole files."""

SELECTIONS = frozenset({"named_parameters", "parameters()", "modules()", "named_modules"})
SETTINGS = re.compile(r"orig_param|flatten|sharding_strategy|fsdp|shard", re.IGNORECASE)
UNITS = re.compile(r"layer|block|polic|wrap", re.IGNORECASE)
"""In the name of a function or table: it may say which modules become units of their own."""

CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__call__", "__enter__")
LAUNCHERS = ("Trainer", "Fabric")
ASKING = {"isinstance": 0, "issubclass": 0, "cast": 1}
"""Calls that name a class without using it, by which of their arguments is used."""

MOST_LEADING = 20_000
"""Names of a file that lead somewhere; a chain of a thousand heirs would have a million."""

LONGEST_PATH = 90
"""Characters of a text that may be a dotted path."""

SELVES = frozenset({"self", "cls", "super"})
COMPILES = ("torch", "compile")
COMPILING = ".".join(COMPILES)
STAR = "*"


def quoted(text: str) -> str:
    """A text among names, which it must not be taken for."""
    return repr(text)


QUOTED_STRATEGIES = frozenset(map(quoted, STRATEGIES))


class Imported(NamedTuple):
    """A name that an import binds: a module's (`name` is None), one in a module, or all of a module's (STAR)."""

    module: str
    level: int
    name: str | None
    bound: str


class Outline(NamedTuple):
    """The names that each module-level definition uses ("" for other statements), and what the imports bind.

    A method is a definition of its own, `Class.method`; a class uses what its body and its constructor use. Of what is
    used `guessed` are the attributes of objects of which the file does not tell what they are. `wraps` are the
    definitions that hand something to a wrapper, `acts` those that build an optimizer, freeze or clip, `selects` those
    that name collections of parameters, `settings` those that may say with which flags a wrapper is called.
    `annotations` are the names in each definition's annotations; `bases` those from which each class inherits,
    `methods` the definitions that are its methods. `calls_back` are the names of functions that are given definitions
    of this file, as decorators are; `decorators` those of decorators, of classes too. `may_wrap` are the definitions
    that wrap, or compile, or name a wrapper in a text; `purposes` those that name something that is done with
    parameters. `statements` are "" and the definitions that are values of the module's level: what they use is used
    one after the other.
    """

    imports: tuple[Imported, ...]
    uses: dict[str, frozenset[str]]
    guessed: dict[str, frozenset[str]]
    wraps: frozenset[str]
    acts: frozenset[str]
    selects: frozenset[str]
    settings: frozenset[str]
    annotations: dict[str, frozenset[str]]
    bases: dict[str, frozenset[str]]
    methods: dict[str, frozenset[str]]
    calls_back: frozenset[str]
    decorators: frozenset[str]
    may_wrap: frozenset[str]
    purposes: frozenset[str]
    statements: frozenset[str]

    def reached(self, names: Iterable[str], annotated: bool = False) -> frozenset[str]:
        """Every name that these definitions use, also through other definitions of the file, and their own.

        With `annotated` annotations count: a parameter's class may say what a setting is by default.
        """
        found = set(names)
        waiting = list(found)
        while waiting:
            name = waiting.pop()
            new = self.uses.get(name, frozenset()) - found
            new |= self.annotations.get(name, frozenset()) - found if annotated else frozenset()
            new |= self.methods.get(name, frozenset()) - found
            found |= new
            waiting += new
        return frozenset(found)

    def leading_to(self, leads: Leads) -> Leads:
        """These, and the definitions that use one of them, also through other definitions of the file.

        An attribute of some object is taken for the method of that name that leads for sure, whatever the object is;
        once in a chain, since names like `run` and `get` would lead from anything to everything.
        """
        users, guessing = self._users()
        sure = self._leading(leads.sure, users)
        methods = (name.rpartition(".") for name in sure)
        guesses = {user for owner, _, bare in methods if owner for user in guessing.get(bare, ())}
        return Leads(frozenset(sure), frozenset(self._leading(leads.guessed | guesses, users) - sure))

    def may_find(self) -> bool:
        """Whether the file by itself can come to a finding."""
        return self.unites(self.may_wrap, self.purposes)

    def unites(self, wraps: AbstractSet[str], purposes: AbstractSet[str]) -> bool:
        """Whether something in the file leads to one of the first names, and to one of the second.

        What one method of a class does another one may build on, and on what stands at the module's level anything.
        """
        users, guessing = self._users()
        for name, more in guessing.items():
            users.setdefault(name, []).extend(more)
        to_wraps = self._leading(wraps, users)
        to_purposes = self._leading(purposes, users)
        level = self.statements
        if (to_purposes and not level.isdisjoint(wraps)) or (to_wraps and not level.isdisjoint(purposes)):
            return True
        if not (level.isdisjoint(to_wraps) or level.isdisjoint(to_purposes)):
            return True
        return not _with_owners(to_wraps, self.bases).isdisjoint(_with_owners(to_purposes, self.bases))

    def involved(self, leads: Iterable[str]) -> frozenset[str]:
        """Every name that these definitions, those of their classes and the module's level use, and their own."""
        return self.reached({*self.statements, *_with_owners(leads, self.bases)})

    def _users(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The definitions that use each name, and those that only take it from objects of which nothing is known."""
        users: dict[str, list[str]] = {}
        guessing: dict[str, list[str]] = {}
        for definition, used in self.uses.items():
            guessed = self.guessed.get(definition, frozenset())
            for name in used:
                (guessing if name in guessed else users).setdefault(name, []).append(definition)
        return users, guessing

    def _leading(self, names: Iterable[str], users: Mapping[str, Iterable[str]]) -> set[str]:
        """The names, the definitions that use one of them, and the methods of heirs; and so on."""
        heirs: dict[str, list[str]] = {}
        for owner, bases in self.bases.items():
            for base in bases:
                heirs.setdefault(base, []).append(owner)
        found = set(names)
        waiting = list(found)
        while waiting and len(found) < MOST_LEADING:
            owner, _, bare = waiting.pop().rpartition(".")
            new = {*users.get(bare, ()), *(f"{heir}.{bare}" for heir in heirs.get(owner, ()))} - found
            found |= new
            waiting += new
        return found


class Leads(NamedTuple):
    """The names of a file that lead to a wrap: surely, or if an attribute of some object is the method it may be."""

    sure: frozenset[str]
    guessed: frozenset[str]

    def all(self) -> frozenset[str]:
        """The names of both kinds."""
        return self.sure | self.guessed


NO_LEADS = Leads(frozenset(), frozenset())


def _with_owners(names: Iterable[str], bases: Mapping[str, frozenset[str]]) -> set[str]:
    """The names, and of methods their classes with all that these inherit from."""
    found = {part for name in names for part in (name, name.rpartition(".")[0])} - {""}
    waiting = list(found)
    while waiting:
        new = bases.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting += new
    return found
