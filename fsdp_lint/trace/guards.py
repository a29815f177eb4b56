"""Guards: under which conditions a path through the program is taken.

A guard is a disjunction of conjunctions of literals; a literal is an atom (a normalised test such as "the truth of
args.fsdp") and whether it holds. Two contradictory guards never meet, so code that is guarded by the same test as the
wrap is judged on that path alone.

A guard that grows past `MOST` conjunctions is cut: fewer paths are looked at, which can cost a finding but can never
make up a path that does not exist.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Atom = tuple[Hashable, ...]
Literal = tuple[Atom, bool]
Conjunction = frozenset[Literal]
Guard = frozenset[Conjunction]

MOST = 24

ALWAYS: Guard = frozenset({frozenset()})
NEVER: Guard = frozenset()


def literal(atom: Atom, holds: bool = True) -> Guard:
    """The guard that is one literal."""
    return frozenset({frozenset({(atom, holds)})})


def _contradictory(conjunction: Conjunction) -> bool:
    """Whether no run can satisfy all literals: an atom and its negation, or one value equal to two constants."""
    equal: dict[Hashable, Hashable] = {}
    for atom, holds in conjunction:
        if (atom, not holds) in conjunction:
            return True
        if not holds:
            continue
        if atom[0] == "equal":
            if equal.setdefault(atom[1], atom[2]) != atom[2]:
                return True
            if (("none", atom[1]), True) in conjunction:
                return True
        elif atom[0] == "truth" and (("none", atom[1]), True) in conjunction:
            return True
    return False


def _simplified(conjunctions: Iterable[Conjunction]) -> Guard:
    """The same guard without conjunctions that a weaker one covers, and with `a and b or a and not b` joined to `a`."""
    kept = set(conjunctions)
    changed = True
    while changed:
        changed = False
        for conjunction in sorted(kept, key=len, reverse=True):
            for atom, holds in conjunction:
                rest = conjunction - {(atom, holds)}
                if rest | {(atom, not holds)} in kept:
                    kept -= {conjunction, rest | {(atom, not holds)}}
                    kept.add(rest)
                    changed = True
                    break
            if changed:
                break
    minimal = {c for c in kept if not any(other < c for other in kept)}
    if len(minimal) > MOST:
        minimal = set(sorted(minimal, key=lambda c: (len(c), sorted(map(repr, c))))[:MOST])
    return frozenset(minimal)


def both(left: Guard, right: Guard) -> Guard:
    """Where `left` and `right` hold."""
    if left == ALWAYS:
        return right
    if right == ALWAYS or left == right:
        return left
    joined = {a | b for a in left for b in right}
    return _simplified(c for c in joined if not _contradictory(c))


def either(left: Guard, right: Guard) -> Guard:
    """Where `left` or `right` holds."""
    if left == right or not right:
        return left
    if not left:
        return right
    return _simplified(left | right)


def negation(guard: Guard) -> Guard:
    """Where `guard` does not hold."""
    result = ALWAYS
    for conjunction in guard:
        result = both(result, frozenset(frozenset({(atom, not holds)}) for atom, holds in conjunction))
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


def relative(guard: Guard, context: Guard) -> Guard:
    """`guard` without the literals that hold throughout `context`: what is new about it inside that context."""
    if context in (ALWAYS, NEVER):
        return guard
    common = frozenset.intersection(*context)
    return _simplified(conjunction - common for conjunction in guard) if common else guard
