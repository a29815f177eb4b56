"""The store: every cell that the program can write, in layers, so that a branch costs what it writes.

A branch runs on a layer of its own; at the end its layer is joined with those of the other branches.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Union

from fsdp_lint.trace.guards import ALWAYS, Guard, both, either, involved
from fsdp_lint.trace.values import Choice, Condition, Derived, Entries, Entry, Known, Needs, Option, Thing, Value

if TYPE_CHECKING:
    from typing_extensions import TypeIs

PLAIN = (Known, Condition, Derived, Thing)

Cell = tuple[Hashable, ...]
Content = Union[Value, Entries]
Layer = dict[Cell, Content]

MOST_OPTIONS = 8
MOST_PLAIN_OPTIONS = 3
"""Alternatives of a value that are kept apart, and those among them that are but constants and unknown things."""


class Side(NamedTuple):
    """What one branch wrote, and under which guard and needs it runs."""

    guard: Guard
    layer: Layer
    needs: Needs = ()


class Store:
    """Cells by key; the last layer is the innermost branch."""

    def __init__(self) -> None:
        self.layers: list[Layer] = [{}]

    def content(self, cell: Cell) -> Content | None:
        """The content of a cell, None if it was never written."""
        for layer in reversed(self.layers):
            if cell in layer:
                return layer[cell]
        return None

    def value(self, cell: Cell) -> Value | None:
        """The value in a cell, None if none was ever written."""
        found = self.content(cell)
        return None if _is_entries(found) else found

    def entries(self, cell: Cell) -> Entries:
        """The entries in a container's cell, none if none was ever written."""
        found = self.content(cell)
        return found if _is_entries(found) else ()

    def set(self, cell: Cell, content: Content) -> None:
        """Write a cell."""
        self.layers[-1][cell] = content

    def push(self) -> int:
        """Start a layer; returns the depth to hand to `above`."""
        self.layers.append({})
        return len(self.layers) - 1

    def pop(self) -> Layer:
        """End the innermost layer."""
        return self.layers.pop()

    def above(self, depth: int) -> Layer:
        """What all layers from `depth` on wrote, as one layer."""
        written: Layer = {}
        for layer in self.layers[depth:]:
            written.update(layer)
        return written

    def apply(self, layer: Layer) -> None:
        """Write all of a layer into the innermost one."""
        self.layers[-1].update(layer)

    def join(self, sides: Sequence[Side]) -> None:
        """Write what the sides, of which one runs, leave behind."""
        if len(sides) == 1 and not sides[0].needs:
            self.apply(sides[0].layer)
            return
        cells: dict[Cell, None] = {}
        for side in sides:
            cells.update(dict.fromkeys(side.layer))
        for cell in cells:
            before = self.content(cell)
            contents = [(side, side.layer.get(cell, before)) for side in sides]
            self.set(cell, _joined(contents, before))


def _joined(contents: Sequence[tuple[Side, Content | None]], before: Content | None) -> Content:
    present = [(side, content) for side, content in contents if content is not None]
    first = present[0][1]
    if len(present) == len(contents) and all(content == first for _, content in present):
        for _, content in present[1:] if isinstance(first, Known) else ():
            first = _from_one_place(first, content)  # type: ignore[arg-type]
        return first
    if _is_entries(first):
        return _joined_entries([(side, content) for side, content in present if _is_entries(content)], before)
    return choice([Option(side.guard, content, side.needs) for side, content in present if not _is_entries(content)])


def _is_entries(content: Content | None) -> TypeIs[Entries]:
    return type(content) is tuple


def _joined_entries(contents: Sequence[tuple[Side, Entries]], before: Content | None) -> Entries:
    """The entries that were there before, then what each side added, under its guard."""
    joined: list[Entry] = list(before) if _is_entries(before) else []
    seen = {id(entry) for entry in joined}
    for side, content in contents:
        for entry in content:
            if id(entry) not in seen:
                joined.append(replace(entry, guard=both(entry.guard, side.guard)))
    return tuple(joined)


def choice(options: Sequence[Option]) -> Value:
    """One value for several alternatives: choices inside are flattened, equal values joined.

    A plain value that hangs on too many conditions at once is unknown.
    """
    flat: list[Option] = []
    for option in options:
        inner = option.value.options if isinstance(option.value, Choice) else (Option(ALWAYS, option.value),)
        for alternative in inner:
            guard = both(option.guard, alternative.guard)
            needs = option.needs + tuple(n for n in alternative.needs if n not in option.needs)
            if guard:
                _add(flat, Option(guard, alternative.value, needs))
    if len(flat) == 1 and not flat[0].needs:
        return flat[0].value
    if all(isinstance(option.value, (Known, Condition, Derived)) for option in flat) and any(
        involved(option.guard) for option in flat
    ):
        return Derived(tuple(need for option in flat for need in option.needs))
    plain = [option for option in flat if isinstance(option.value, PLAIN)][:MOST_PLAIN_OPTIONS]
    kept = [option for option in flat if option in plain or not isinstance(option.value, PLAIN)]
    return Choice(tuple(kept[:MOST_OPTIONS]))


def _add(options: list[Option], new: Option) -> None:
    for index, old in enumerate(options):
        if old.needs == new.needs and old.value == new.value:
            options[index] = Option(either(old.guard, new.guard), _from_one_place(old.value, new.value), old.needs)
            return
    options.append(new)


def _from_one_place(first: Value, second: Value) -> Value:
    """One of two equal values; of two literals a constant that no single place gives."""
    if isinstance(first, Known) and isinstance(second, Known) and first.site != second.site:
        return replace(first, site=None)
    return first
