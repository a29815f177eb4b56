"""Guards: under which conditions a path through the program is taken.

A guard is a disjunction of conjunctions of literals; a literal is an atom (a normalised test such as "the truth of
args.fsdp") and whether it holds. Two contradictory guards never meet, so code that is guarded by the same test as the
wrap is judged on that path alone.

Atoms are numbered, and a literal is the number, negative where the atom does not hold: guards are compared and joined
very often, and nested tuples are slow to hash.

A guard that grows past `MOST` conjunctions is cut: fewer paths are looked at, which can cost a finding but can never
make up a path that does not exist.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

Atom = tuple[Hashable, ...]
Conjunction = frozenset[int]
Guard = frozenset[Conjunction]

MOST = 12

ALWAYS: Guard = frozenset({frozenset()})
NEVER: Guard = frozenset()

_numbers: dict[Hashable, int] = {}
_atoms: list[Hashable] = [None]


def number(key: Hashable) -> int:
    """The number of a key; equal keys have the same one. It says nothing but identity."""
    found = _numbers.get(key)
    if found is None:
        found = _numbers[key] = len(_atoms)
        _atoms.append(key)
    return found


def literal(atom: Atom, holds: bool = True) -> Guard:
    """The guard that is one literal."""
    numbered = number(atom)
    return frozenset({frozenset({numbered if holds else -numbered})})


def _contradictory(conjunction: Conjunction) -> bool:
    """Whether no run can satisfy all literals: an atom and its negation, or one value equal to two constants."""
    equal: dict[Hashable, Hashable] = {}
    nothing: set[Hashable] = set()
    for one in conjunction:
        if one < 0:
            continue
        if -one in conjunction:
            return True
        atom = _atoms[one]
        if not isinstance(atom, tuple):
            continue
        if atom[0] == "equal":
            if equal.setdefault(atom[1], atom[2]) != atom[2]:
                return True
        elif atom[0] == "truth":
            equal.setdefault(atom[1], atom)
        elif atom[0] == "none":
            nothing.add(atom[1])
    return any(one in equal for one in nothing)


def _simplified(conjunctions: Iterable[Conjunction]) -> Guard:
    """The same guard without conjunctions that a weaker one covers, and with `a and b or a and not b` joined to `a`."""
    kept = _shortest(set(conjunctions), 4 * MOST)
    changed = len(kept) > 1
    while changed:
        changed = False
        for conjunction in sorted(kept, key=len, reverse=True):
            twin = next((one for one in conjunction if (conjunction - {one}) | {-one} in kept), None)
            if twin is not None:
                rest = conjunction - {twin}
                kept -= {conjunction, rest | {-twin}}
                kept.add(rest)
                changed = True
                break
    minimal = {c for c in kept if not any(other < c for other in kept)}
    return frozenset(_shortest(minimal, MOST))


def _shortest(conjunctions: set[Conjunction], most: int) -> set[Conjunction]:
    if len(conjunctions) <= most:
        return conjunctions
    return set(sorted(conjunctions, key=lambda one: (len(one), sorted(one)))[:most])


@lru_cache(maxsize=100_000)
def both(left: Guard, right: Guard) -> Guard:
    """Where `left` and `right` hold."""
    if left == ALWAYS:
        return right
    if right == ALWAYS or left == right:
        return left
    joined = {a | b for a in left for b in right}
    return _simplified(c for c in joined if not _contradictory(c))


@lru_cache(maxsize=100_000)
def either(left: Guard, right: Guard) -> Guard:
    """Where `left` or `right` holds."""
    if left == right or not right:
        return left
    if not left:
        return right
    return _simplified(left | right)


@lru_cache(maxsize=100_000)
def negation(guard: Guard) -> Guard:
    """Where `guard` does not hold."""
    result = ALWAYS
    for conjunction in guard:
        result = both(result, frozenset(frozenset({-one}) for one in conjunction))
    return result


def possible(*guards: Guard) -> bool:
    """Whether some run satisfies all of them."""
    result = ALWAYS
    for guard in guards:
        result = both(result, guard)
    return bool(result)


def implies(guard: Guard, consequence: Guard) -> bool:
    """Whether every run that satisfies `guard` satisfies `consequence`."""
    return not possible(guard, negation(consequence))


@lru_cache(maxsize=100_000)
def relative(guard: Guard, context: Guard) -> Guard:
    """`guard` without the literals that hold throughout `context`: what is new about it inside that context."""
    if context in (ALWAYS, NEVER):
        return guard
    common = frozenset.intersection(*context)
    return _simplified(conjunction - common for conjunction in guard) if common else guard
