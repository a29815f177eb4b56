"""From a remedy to the changes of texts that a finding carries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import libcst as cst

from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.files.source import Source
from fsdp_lint.finding import Edit, Fix
from fsdp_lint.fixes import calls, holders, moving, shapes
from fsdp_lint.fixes.text import Replacement, Text
from fsdp_lint.link.program import START
from fsdp_lint.rules.rule import (
    AddFlag,
    Change,
    ClipByWrapper,
    GoThrough,
    MoveAbove,
    MoveBelow,
    NoteShapes,
    Remedy,
    SetFlag,
    Wrapping,
)

SAFE, UNSAFE = "safe", "unsafe"


class Place(NamedTuple):
    """Where a change is made: a tree and its text, and the node in it."""

    tree: Tree
    text: Text
    node: cst.CSTNode


def offered(remedy: Remedy, sources: Sequence[Source], trees: Mapping[int, Tree]) -> Fix | None:
    """The fix that a remedy is, None where the code is not written in a way that can be changed for sure.

    `sources` are the files of the program, `trees` those of the files that the remedy changes, where there are any.
    """
    edits: dict[Edit, None] = {}
    applicability = SAFE
    for change in remedy.changes:
        source = sources[change.site.file]
        found = trees.get(change.site.file)
        node = None if found is None else found.node(change.site.at)
        if found is None or node is None:
            return None
        place = Place(found, Text(source.text), node)
        replacements = _CHANGES[type(change)](place, change)
        if not replacements:
            return None
        if not _is_safe(change, place):
            applicability = UNSAFE
        spans = [source.span(place.text.position(one.start), place.text.position(one.end)) for one in replacements]
        if len({span.cell for span in spans}) > 1:
            return None  # cells are run in an order of their own
        edits |= {Edit(span, one.content): None for span, one in zip(spans, replacements)}
    return Fix(applicability, remedy.message, tuple(edits))


def _is_safe(change: Change, place: Place) -> bool:
    """Whether nothing hangs on what is changed but what the finding is about.

    What stands in another file than the wrap may be called by others as well, with a model that nobody wraps. A move
    is judged by names, behind which there may be more.
    """
    if isinstance(change, (MoveBelow, MoveAbove, NoteShapes)):
        return False
    if isinstance(change, SetFlag):
        return holders.is_for(place.tree.module, place.node, change.keyword)
    return isinstance(change, AddFlag) or change.site.file == START


def _set_flag(place: Place, change: SetFlag) -> list[Replacement]:
    start, end = place.text.range(place.tree.span(place.node))
    return [Replacement(start, end, str(change.value))]


def _add_flag(place: Place, change: AddFlag) -> list[Replacement]:
    if not isinstance(place.node, cst.Call):
        return []
    return calls.with_keyword(place.tree, place.text, place.node, f"{change.keyword}={change.value}")


def _clip_by_wrapper(place: Place, _: ClipByWrapper) -> list[Replacement]:
    return calls.clipped_by_model(place.tree, place.text, place.node) if isinstance(place.node, cst.Call) else []


METHODS = frozenset({"named_parameters", "named_modules", "named_buffers", "named_children", "state_dict"})
"""What gives a model's names when it is called."""


def _go_through(place: Place, change: GoThrough) -> list[Replacement]:
    node = place.node
    if not (isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in METHODS):
        return []
    start, _ = place.text.range(place.tree.span(node.func.attr))
    return [Replacement(start, start, f"{change.inner}.")]


def _move_below(place: Place, change: MoveBelow) -> list[Replacement]:
    wraps = _wraps(place, change.wraps)
    return [] if wraps is None else moving.below(place.tree, place.text, place.node, wraps)


def _move_above(place: Place, change: MoveAbove) -> list[Replacement]:
    wraps = _wraps(place, change.wraps)
    return [] if wraps is None else moving.above(place.tree, place.text, place.node, wraps)


def _note_shapes(place: Place, change: NoteShapes) -> list[Replacement]:
    looks = [node for node in (place.tree.node(one.at) for one in change.looks) if node is not None]
    if not isinstance(place.node, cst.Call) or len(looks) < len(change.looks):
        return []
    return shapes.noted(place.tree, place.text, place.node, looks, change.prefix)


def _wraps(place: Place, wraps: Sequence[Wrapping]) -> list[moving.Wrap] | None:
    """The calls that wrap, None where one of them is something else."""
    nodes = [place.tree.node(one.site.at) for one in wraps]
    found = [moving.Wrap(node, one.in_place) for node, one in zip(nodes, wraps) if isinstance(node, cst.Call)]
    return found if len(found) == len(wraps) else None


_CHANGES: dict[type, Callable[[Place, Change], list[Replacement]]] = {
    SetFlag: _set_flag,  # type: ignore[dict-item]
    AddFlag: _add_flag,  # type: ignore[dict-item]
    ClipByWrapper: _clip_by_wrapper,  # type: ignore[dict-item]
    GoThrough: _go_through,  # type: ignore[dict-item]
    MoveBelow: _move_below,  # type: ignore[dict-item]
    MoveAbove: _move_above,  # type: ignore[dict-item]
    NoteShapes: _note_shapes,  # type: ignore[dict-item]
}
