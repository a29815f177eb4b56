"""Guards: under which conditions a path through the program is taken.

A guard is a boolean function of atoms; an atom is a normalised test such as "the truth of args.fsdp". Two contradictory
guards never meet, so code that is guarded by the same test as the wrap is judged on that path alone.

A guard is a set of factors that share no atom and must all hold; a factor is a node of one reduced, ordered binary
decision diagram. A path that has passed a hundred unrelated checks is a hundred small factors, and what a branch adds
touches only the factors that it shares atoms with. Equal factors are the same node, and the negation of a node is its
negative number. The diagram belongs to one trace; `start` begins a new one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from typing import NamedTuple

Atom = tuple[Hashable, ...]
Node = int

TRUE: Node = 1
FALSE: Node = -TRUE

MOST_NODES = 100_000
"""Nodes after which an entry point's conditions are given up as too many: real programs have some thousands."""


MOST_INVOLVED = 12
"""Atoms in one factor of a path's guard."""


class TooManyConditionsError(Exception):
    """The program's conditions do not fit."""


class Guard:
    """A set of factors; there is one object for each set, and only `NEVER` is false.

    `variables` has a bit for each variable that one of them depends on, and maybe others that cancelled out.
    """

    __slots__ = ("factors", "variables")

    def __init__(self, factors: frozenset[Node], variables: int) -> None:
        self.factors = factors
        self.variables = variables

    def __bool__(self) -> bool:
        return self is not NEVER

    def __repr__(self) -> str:
        return f"Guard({sorted(self.factors)})"


ALWAYS = Guard(frozenset(), 0)
NEVER = Guard(frozenset({FALSE}), 0)


class _Diagram:
    """The nodes by number (variable, node where it is false, node where it is true), and what was computed of them.

    Where its variable is true a node is never a negated one, so that each function has one number.
    """

    def __init__(self) -> None:
        self.nodes: list[tuple[int, Node, Node]] = [(1 << 60, FALSE, FALSE), (1 << 60, TRUE, TRUE)]
        self.supports: list[int] = [0, 0]
        self.unique: dict[tuple[int, Node, Node], Node] = {}
        self.both: dict[tuple[Node, Node], Node] = {}
        self.restricted: dict[tuple[Node, Node], Node] = {}
        self.numbers: dict[Hashable, int] = {}
        self.variables: dict[Atom, int] = {}
        self.literals: dict[Atom, Node] = {}
        self.groups: dict[Hashable, list[tuple[Hashable, Node]]] = {}
        self.guards: dict[frozenset[Node], Guard] = {ALWAYS.factors: ALWAYS, NEVER.factors: NEVER}
        self.joined: dict[tuple[Guard, Guard], Guard] = {}
        self.most = MOST_NODES

    def node(self, variable: int, low: Node, high: Node) -> Node:
        if low == high:
            return low
        key = (variable, low, high) if high > 0 else (variable, -low, -high)
        found = self.unique.get(key)
        if found is None:
            found = self.unique[key] = len(self.nodes)
            if found > self.most:
                raise TooManyConditionsError
            self.nodes.append(key)
            self.supports.append(1 << variable | self.supports[abs(low)] | self.supports[abs(high)])
        return found if high > 0 else -found

    def guard(self, factors: Set[Node], variables: int) -> Guard:
        if TRUE in factors:
            factors = factors - {TRUE}
        if FALSE in factors:
            return NEVER
        key = frozenset(factors)
        found = self.guards.get(key)
        if found is None:
            found = self.guards[key] = Guard(key, variables)
        return found


_diagram = _Diagram()


def start() -> None:
    """Begin a new trace: guards and numbers of an earlier one mean nothing any more."""
    global _diagram
    _diagram = _Diagram()


class Mark(NamedTuple):
    """How much there was when an entry point began."""

    nodes: int
    unique: int
    literals: int
    guards: int


def begin() -> Mark:
    """Let an entry point have its own share of nodes; returns what `forget` needs."""
    _diagram.most = len(_diagram.nodes) + MOST_NODES
    _forget_computed()
    return Mark(
        len(_diagram.nodes),
        len(_diagram.unique),
        len(_diagram.literals),
        len(_diagram.guards),
    )


def forget(mark: Mark) -> None:
    """Drop every guard that was made since, of which none may be used any more."""
    _forget_computed()
    del _diagram.nodes[mark.nodes :], _diagram.supports[mark.nodes :]
    for memory, size in (
        (_diagram.unique, mark.unique),
        (_diagram.literals, mark.literals),
        (_diagram.guards, mark.guards),
    ):
        while len(memory) > size:
            memory.popitem()
    for group in _diagram.groups.values():
        group[:] = [(kind, node) for kind, node in group if abs(node) < mark.nodes]


def _forget_computed() -> None:
    for memory in (_diagram.both, _diagram.restricted, _diagram.joined):
        memory.clear()


def number(key: Hashable) -> int:
    """The number of a key; equal keys have the same one. It says nothing but identity."""
    return _diagram.numbers.setdefault(key, len(_diagram.numbers))


def literal(atom: Atom, holds: bool = True) -> Guard:
    """The guard that is one atom, or its negation.

    Of the atoms that start with "equal", "none" and "truth" two about the same key can exclude each other: a value is
    not equal to two constants, and None is neither true nor equal to anything else.
    """
    found = _diagram.literals.get(atom)
    if found is None:
        variable = _diagram.variables.setdefault(atom, len(_diagram.variables))
        found = plain = _diagram.node(variable, FALSE, TRUE)
        if atom[0] in ("equal", "none", "truth"):
            group = _diagram.groups.setdefault(atom[1], [])
            for kind, other in group:
                if "none" in (kind, atom[0]) or "truth" not in (kind, atom[0]):
                    found = _and(found, -other)
            group.append((atom[0], plain))
        _diagram.literals[atom] = found
    return _diagram.guard({found if holds else -found}, _support(found))


def world(which: int) -> Guard:
    """The guard of one of many worlds, of which no two are ever the same: the bits of its number."""
    result = ALWAYS
    for bit in range(16):
        result = both(result, literal(("world", bit), bool(which >> bit & 1)))
    return result


def _and(left: Node, right: Node) -> Node:
    if left == right or right == TRUE:
        return left
    if left == TRUE:
        return right
    if left == FALSE or right == FALSE or left == -right:
        return FALSE
    diagram = _diagram
    key = (left, right) if left < right else (right, left)
    found = diagram.both.get(key)
    if found is None:
        nodes = diagram.nodes  # as `_parts`, written out: nothing else is done as often
        a, a_low, a_high = nodes[left if left > 0 else -left]
        b, b_low, b_high = nodes[right if right > 0 else -right]
        if a > b:
            a, a_low, a_high = b, left, left
        elif left < 0:
            a_low, a_high = -a_low, -a_high
        if b > a:
            b_low = b_high = right
        elif right < 0:
            b_low, b_high = -b_low, -b_high
        found = diagram.both[key] = diagram.node(a, _and(a_low, b_low), _and(a_high, b_high))
    return found


def _parts(node: Node) -> tuple[int, Node, Node]:
    """A node's variable, and what it is where that is false and where it is true."""
    if node > 0:
        return _diagram.nodes[node]
    variable, low, high = _diagram.nodes[-node]
    return variable, -low, -high


def _or(left: Node, right: Node) -> Node:
    return -_and(-left, -right)


def _restricted(node: Node, context: Node) -> Node:
    """A node that agrees with `node` wherever `context` is true, and says no more than it must."""
    if context in (TRUE, FALSE) or node in (TRUE, FALSE):
        return node
    found = _diagram.restricted.get((node, context))
    if found is None:
        (a, low, high), (b, c_low, c_high) = _parts(node), _parts(context)
        if b < a:
            found = _restricted(node, _or(c_low, c_high))
        else:
            if a < b:
                c_low = c_high = context
            if c_low == FALSE:
                found = _restricted(high, c_high)
            elif c_high == FALSE:
                found = _restricted(low, c_low)
            else:
                found = _diagram.node(a, _restricted(low, c_low), _restricted(high, c_high))
        _diagram.restricted[node, context] = found
    return found


def _support(node: Node) -> int:
    """The variables that a node depends on, a bit each."""
    return _diagram.supports[abs(node)]


def _product(factors: Iterable[Node]) -> Node:
    result = TRUE
    for factor in factors:
        result = _and(result, factor)
    return result


def both(left: Guard, right: Guard) -> Guard:
    """Where `left` and `right` hold."""
    if left is ALWAYS or left is right:
        return right
    if right is ALWAYS:
        return left
    if left is NEVER or right is NEVER:
        return NEVER
    found = _diagram.joined.get((left, right))
    if found is None:
        new = right.factors - left.factors
        if left.variables & right.variables and any(left.variables & _support(factor) for factor in new):
            factors = _multiplied(left, new)
        else:
            factors = left.factors | new
        found = _diagram.guard(factors, left.variables | right.variables)
        _diagram.joined[left, right] = found
    return found


def _multiplied(guard: Guard, more: Iterable[Node]) -> Set[Node]:
    """The factors of a guard and more of them, where those that share a variable have become one."""
    found = set(guard.factors)
    variables = guard.variables
    supports = _diagram.supports
    for factor in more:
        support = supports[abs(factor)]
        product = factor
        if support & variables:
            touching = [one for one in found if support & supports[abs(one)]]
            found.difference_update(touching)
            product = _product((factor, *touching))
        variables |= support
        found.add(product)
    return found


def negation(guard: Guard) -> Guard:
    """Where `guard` does not hold."""
    return _diagram.guard({-_product(guard.factors)}, guard.variables)


def either(left: Guard, right: Guard) -> Guard:
    """Where `left` or `right` holds: what both say stays as it is."""
    if left is right or right is NEVER:
        return left
    if left is NEVER:
        return right
    common = left.factors & right.factors
    differing = _or(_product(left.factors - common), _product(right.factors - common))
    return _diagram.guard({*common, differing}, left.variables | right.variables)


def after_checks(guard: Guard, before: Guard) -> Guard:
    """The guard of a path on which some runs ended (raised, returned), unless it has become too involved to keep.

    Then the path goes on as if none had: what hangs on so many conditions at once is not what guards a wrap.
    """
    return before if _any_involved(guard.factors - before.factors) else guard


def involved(guard: Guard) -> bool:
    """Whether a guard hangs on more conditions at once than are worth following."""
    return _any_involved(guard.factors)


def _any_involved(factors: Iterable[Node]) -> bool:
    return any(bin(_support(factor)).count("1") > MOST_INVOLVED for factor in factors)


def possible(*guards: Guard) -> bool:
    """Whether some run satisfies all of them."""
    result = ALWAYS
    for guard in guards:
        result = both(result, guard)
    return result is not NEVER


def relative(guard: Guard, context: Guard) -> Guard:
    """A guard that agrees with `guard` wherever `context` holds, and says no more than it must."""
    if context in (ALWAYS, NEVER) or guard in (ALWAYS, NEVER):
        return guard
    new = guard.factors - context.factors
    if not guard.variables & context.variables:
        return _diagram.guard(new, guard.variables)
    factors: set[Node] = set()
    for factor in new:
        support = _support(factor)
        touching = [one for one in context.factors if support & _support(one)] if support & context.variables else []
        factors.add(_restricted(factor, _product(touching)))
    return _diagram.guard(factors, guard.variables | context.variables)
