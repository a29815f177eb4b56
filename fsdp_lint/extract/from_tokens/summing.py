"""Makes an outline of the parts of a file."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from fsdp_lint.extract.from_tokens.parts import Part, is_wrapper
from fsdp_lint.extract.from_tokens.reading import Reader
from fsdp_lint.extract.from_tokens.tokens import CLOSING, OPENING, after, before
from fsdp_lint.extract.outline import (
    ACTS,
    COMPILING,
    PURPOSES,
    QUOTED_STRATEGIES,
    SELECTIONS,
    SELVES,
    SETTINGS,
    UNITS,
    Outline,
)

_MOST_NAMES = 1 << 16
_GIVEN_AFTER = frozenset(("(", ",", "=", "**"))
_GIVEN_BEFORE = frozenset((",", ")"))


_SETTINGS = re.compile(SETTINGS.pattern)
_PURPOSES = re.compile(PURPOSES.pattern)
"""These two look at no case; to look at the name in lower case takes a third of the time."""


@functools.lru_cache(_MOST_NAMES)
def _traits(name: str) -> tuple[str, ...]:
    """What a name is called for."""
    found: tuple[str, ...] = ("wraps",) if is_wrapper(name) else ()
    if ACTS.search(name):
        found += ("acts",)
    lower = name.lower()
    if _SETTINGS.search(lower):
        found += ("sets",)
    if _PURPOSES.search(lower):
        found += ("is a purpose",)
    return found


def outline_of(reader: Reader) -> Outline:
    """The outline of a file that was read."""
    by_name: dict[str, list[Part]] = {}
    for part in reader.parts:
        _settle(part, reader)
        if not part.is_header or part.used or part.meanings:
            for name in part.names or ("",):
                by_name.setdefault(name, []).append(part)
    imports, bases = reader.imports, reader.bases
    level = frozenset({"", *(name for part in reader.parts if not part.is_definition for name in part.names)})
    uses = _with_registered({name: _uses(parts) for name, parts in by_name.items()}, reader.decorating, level)
    traits = {name: found for name in set(uses).union(*uses.values()) if (found := _traits(name))}
    known = {*SELVES, *uses, *(one.bound for one in imports)}
    wrappers = {*_called(traits, "wraps"), *QUOTED_STRATEGIES, COMPILING}
    wraps = _using(uses, wrappers | {one.bound for one in imports if one.name is not None and is_wrapper(one.name)})
    settings, purposes = _called(traits, "sets"), _called(traits, "is a purpose")
    return Outline(
        tuple(imports),
        uses,
        {name: _guessed(parts, known) for name, parts in by_name.items()},
        wraps,
        _using(uses, _called(traits, "acts")),
        _using(uses, SELECTIONS),
        _using(uses, settings) | (settings & uses.keys()) | {n for n in uses if n not in bases and UNITS.search(n)},
        {name: frozenset().union(*(part.annotated for part in parts)) for name, parts in by_name.items()},
        bases,
        _methods(uses, bases),
        frozenset({*reader.called_back, *_callees(reader, uses.keys() & reader.names)}),
        frozenset(reader.decorating - {""}),
        wraps | _using(uses, {"compile"}) | {name for name in uses if any(one.names_wrapper for one in by_name[name])},
        _using(uses, purposes) | (purposes & uses.keys()),
        level,
    )


def _settle(part: Part, reader: Reader) -> None:
    """Find out what a part uses by what is left of its tokens."""
    meanings = reader.meanings
    part.meanings = [meanings[token] for token in part.tokens & meanings.keys()]
    part.used |= part.tokens & reader.names
    part.used.update(meaning.plain for meaning in part.meanings)
    part.used.discard("")


def _uses(parts: Iterable[Part]) -> frozenset[str]:
    """The names that parts use, and the attributes."""
    used = {name for part in parts for meaning in part.meanings for name in meaning.used}
    used.discard("")
    return frozenset(used.union(*(part.used for part in parts), *(part.inherited for part in parts)))


def _with_registered(
    uses: dict[str, frozenset[str]], decorating: AbstractSet[str], level: AbstractSet[str]
) -> dict[str, frozenset[str]]:
    """What is used, where a table of the module's level that a decorator knows may hold what it decorates."""
    for decorator in decorating & uses.keys():
        tables = (uses[decorator] | {decorator}) & level
        if tables:
            decorated = {name for name, used in uses.items() if decorator in used}
            uses.update({table: uses[table] | decorated for table in tables})
    return uses


def _called(traits: Mapping[str, tuple[str, ...]], trait: str) -> frozenset[str]:
    """The names that have a trait."""
    return frozenset(name for name, found in traits.items() if trait in found)


def _using(uses: Mapping[str, AbstractSet[str]], names: AbstractSet[str]) -> frozenset[str]:
    """The definitions that use one of the names."""
    return frozenset(definition for definition, used in uses.items() if not names.isdisjoint(used))


def _methods(uses: Iterable[str], owners: Iterable[str]) -> dict[str, frozenset[str]]:
    """The definitions that are methods, by class."""
    found: dict[str, set[str]] = {owner: set() for owner in owners}
    for name in uses:
        owner, dot, _ = name.partition(".")
        if dot and owner in found:
            found[owner].add(name)
    return {owner: frozenset(methods) for owner, methods in found.items()}


def _guessed(parts: Iterable[Part], known: AbstractSet[str]) -> frozenset[str]:
    """The attributes that are only taken from objects of which nothing is known."""
    guessed: set[str] = set()
    told: set[str] = set()
    for part in parts:
        told |= part.used | part.inherited
        for meaning in part.meanings:
            for of, name in meaning.attributes:
                (told if of in known else guessed).add(name)
    return frozenset(guessed - told)


def _callees(reader: Reader, definitions: AbstractSet[str]) -> Iterator[str]:
    """The first names of functions that are given one of these definitions, "" for those that have none."""
    found = reader.tokens
    stretches = [(part.start, part.end) for part in reader.parts if not definitions.isdisjoint(part.tokens)]
    openings: dict[int, int] = {}
    for start, end in (*stretches, (reader.inside, len(found))):
        for place in [place for place, token in enumerate(found[start:end], start) if token in definitions]:
            if found[after(found, place)] in _GIVEN_BEFORE and found[before(found, place)] in _GIVEN_AFTER:
                opening = openings[place] = _opening(found, place, openings)
                if found[opening] == "(" and reader.ends_value(found[opening - 1]):
                    yield reader.first_name(opening - 1)


def _opening(found: Sequence[str], place: int, known: Mapping[int, int]) -> int:
    """The place of the bracket in which a place is; `known` of some before it, so that a long list takes no time."""
    depth = 0
    while place > 0 and (depth or found[place] not in OPENING):
        if not depth and place in known:
            return known[place]
        depth += (found[place] in CLOSING) - (found[place] in OPENING)
        place -= 1
    return place
