"""Statements that are moved below a wrap or above it, where names tell that nothing else comes out differently.

What is moved and the wraps stand in one block, as whole statements; they keep their comments and every byte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import libcst as cst

from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.fixes.effects import STORING, Effects, Path, Reader, called, meet
from fsdp_lint.fixes.text import LINE_END, Replacement, Text

SMALL = (cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Expr)
"""Single statements that can be moved."""

WRAPPERS_INSIDE = frozenset({"module", "_orig_mod", "_fsdp_wrapped_module", "_fpw_module"})
"""Attributes that only a wrapper has."""

MARKS_OF_A_WRAP = ("_fsdp_wrapped_module", "_fpw_module", "flat_param", "_orig_mod", "module.")
"""What names of parameters have in them only after a wrap."""


class Wrap(NamedTuple):
    """A call that wraps; `in_place` where it gives the module itself back."""

    call: cst.Call
    in_place: bool


class Block(NamedTuple):
    """The statements of the innermost block that holds all of some nodes, and in which of them each node is."""

    statements: Sequence[cst.CSTNode]
    places: Sequence[int]


def below(tree: Tree, text: Text, optimizer: cst.CSTNode, wraps: Sequence[Wrap]) -> list[Replacement]:
    """The statement of an optimizer, and those around it that have to go with it, below the last of the wraps.

    Where the optimizer is there already, those go that took the parameters for it before.
    """
    block = block_of(tree.module, [optimizer, *(one.call for one in wraps)])
    if block is None:
        return []
    at, *wrapping = block.places
    effects = _effects(tree.module, block, wraps, max(block.places))
    moved = _going_along(block, effects, at, set(wrapping))
    if not moved or not all(_is_movable(block.statements[one], effects[one]) for one in moved):
        return []
    reads = frozenset().union(*(effects[one].reads for one in moved))
    between = effects[min(moved) : max(wrapping) + 1]
    if any(one.lost or not all(meet([new.target], reads) for new in one.rebindings) for one in between):
        return []
    stretches = [_stretch(tree, text, block, run) for run in _runs(moved)]
    target = text.line_end(_end(tree, text, block.statements[max(wrapping)]))
    return _moved(text, stretches, target, below=True)


def above(tree: Tree, text: Text, freezing: cst.CSTNode, wraps: Sequence[Wrap]) -> list[Replacement]:
    """The statement that freezes above the first of the wraps."""
    block = block_of(tree.module, [freezing, *(one.call for one in wraps)])
    if block is None or block.places[0] <= max(block.places[1:]):
        return []
    at, *wrapping = block.places
    effects = _effects(tree.module, block, wraps, at)
    own = effects[at]
    if not _is_movable(block.statements[at], own) or _looks_inside(tree.module, block.statements[at], own):
        return []
    for index in range(min(wrapping), at):
        if not _may_change_places(effects[index], own, index in wrapping):
            return []
        if "requires_grad" in tree.module.code_for_node(block.statements[index]):
            return []
    stretch = _stretch(tree, text, block, range(at, at + 1))
    target = _stretch(tree, text, block, range(min(wrapping), min(wrapping) + 1))[0]
    return _moved(text, [stretch], target, below=False)


def _may_change_places(earlier: Effects, later: Effects, wraps: bool) -> bool:
    """Whether a statement can come before an earlier one; a wrap may take the model that is frozen."""
    if earlier.doubtful or earlier.leaves or earlier.lost or meet(earlier.changes, later.reads | later.changes):
        return False
    if not all(new.whole for new in earlier.rebindings):
        return False
    return not meet(earlier.reads, later.binds if wraps else later.changes)


def _looks_inside(module: cst.Module, statement: cst.CSTNode, effects: Effects) -> bool:
    """Whether a statement goes by something that is there only after the wrap."""
    code = module.code_for_node(statement)
    return any(WRAPPERS_INSIDE & set(path) for path in effects.reads) or any(mark in code for mark in MARKS_OF_A_WRAP)


def block_of(module: cst.Module, nodes: Sequence[cst.CSTNode]) -> Block | None:
    """None where nodes are not all in one block in different statements, or in a function that is only made there."""
    ways = [way_to(module, node) for node in nodes]
    depth = 0
    while all(len(way) > depth + 1 and way[depth] is ways[0][depth] for way in ways):
        depth += 1
    while depth and not isinstance(ways[0][depth - 1], (cst.Module, cst.IndentedBlock)):
        depth -= 1
    if not depth:
        return None
    statements: Sequence[cst.CSTNode] = ways[0][depth - 1].body  # type: ignore[attr-defined]
    for way in ways:
        if any(isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)) for node in way[depth:]):
            return None
    known = {id(statement): index for index, statement in enumerate(statements)}
    places = [known.get(id(way[depth]), -1) for way in ways]
    return Block(statements, places) if -1 not in places and places[0] not in places[1:] else None


def way_to(module: cst.Module, node: cst.CSTNode) -> list[cst.CSTNode]:
    """The nodes from the module down to a node."""
    above: dict[int, cst.CSTNode] = {}
    nodes: list[cst.CSTNode] = [module]
    while nodes:
        one = nodes.pop()
        if one is node:
            break
        for child in one.children:
            above[id(child)] = one
            nodes.append(child)
    way = [node]
    while id(way[-1]) in above:
        way.append(above[id(way[-1])])
    return way[::-1]


def _effects(module: cst.Module, block: Block, wraps: Sequence[Wrap], last: int) -> list[Effects]:
    reader = Reader(module, [one.call for one in wraps], [one.call for one in wraps if one.in_place])
    return [reader.effects(statement) for statement in block.statements[: last + 1]]


def _going_along(block: Block, effects: Sequence[Effects], at: int, wraps: Collection[int]) -> set[int]:
    """The statements before the last wrap that have to be after it for the one `at`; none where that cannot be done."""
    models = frozenset().union(*(effects[one].wrapped for one in wraps))
    moved = {at}
    while True:
        found = moved | _sources(effects, moved, models)
        for index in range(min(found), max(wraps) + 1):
            earlier = [effects[one] for one in found if one < index]
            if index in found or not earlier:
                continue
            one = effects[index]
            if any(meet(one.reads | one.changes, other.changes) for other in earlier):
                if not _may_follow(block.statements[index], one, models):
                    return set()
                found.add(index)
            elif one.doubtful or any(meet(one.changes, other.reads) for other in earlier):
                return set()
        if found & set(wraps):
            return set()
        if found == moved:
            return {one for one in moved if one < max(wraps)}
        moved = found


def _may_follow(statement: cst.CSTNode, effects: Effects, models: Collection[Path]) -> bool:
    """Whether what uses an optimizer or its groups can do so after the wrap: a scheduler, a further group, a message.

    What loads a state, say, may be for the parameters as they were.
    """
    if not isinstance(statement, cst.SimpleStatementLine) or meet(effects.changes, models):
        return False
    small = statement.body[0]
    call = small.value if isinstance(small, (cst.Assign, cst.AnnAssign, cst.Expr)) else None
    name = called(call.func) if isinstance(call, cst.Call) else ""
    if isinstance(small, cst.Expr):
        return not effects.changes or name in (*STORING, "add_param_group")
    return (name[:1].isupper() or "schedul" in name) and not meet(effects.reads, models)


def _sources(effects: Sequence[Effects], moved: Collection[int], models: Collection[Path]) -> set[int]:
    """The statements before them that take from the model what the moved ones use."""
    taken: set[Path] = set()
    taking: list[int] = []
    for index in range(max(moved)):
        one = effects[index]
        given = {path for path in one.changes if not meet([path], models)}
        if given and meet(one.reads, [*models, *taken]):
            taken |= given
            taking.append(index)
    found = set(moved)
    for index in reversed(taking):
        given = {path for path in effects[index].changes if not meet([path], models)}
        if any(meet(given, effects[later].reads) for later in found if later > index):
            found.add(index)
    return found


def _is_movable(statement: cst.CSTNode, effects: Effects) -> bool:
    if effects.doubtful or effects.leaves:
        return False
    if isinstance(statement, cst.SimpleStatementLine):
        return len(statement.body) == 1 and isinstance(statement.body[0], SMALL)
    return isinstance(statement, (cst.For, cst.If)) and not _ends_in_a_comment(statement)


def _ends_in_a_comment(statement: cst.CSTNode) -> bool:
    """Whether a comment stands after the last statement of a block in there."""
    if isinstance(statement, cst.IndentedBlock) and any(line.comment is not None for line in statement.footer):
        return True
    return any(map(_ends_in_a_comment, statement.children))


def _runs(indices: Iterable[int]) -> Iterator[range]:
    """Stretches of statements that follow each other."""
    ordered = sorted(indices)
    first = ordered[0]
    for one, following in zip(ordered, [*ordered[1:], -1]):
        if following != one + 1:
            yield range(first, one + 1)
            first = following


def _stretch(tree: Tree, text: Text, block: Block, run: range) -> tuple[int, int]:
    """From the start of the comments directly above some statements to the end of their last line."""
    before = 0
    if run.start:
        before = text.line_end(_end(tree, text, block.statements[run.start - 1]))
    start = text.line_start(text.offset(tree.span(block.statements[run.start])[0]))
    while start > before:
        line = text.line_start(start - 1)
        if line < before or not text.text[line:start].lstrip().startswith("#"):
            break
        start = line
    return start, text.line_end(_end(tree, text, block.statements[run.stop - 1]))


def _end(tree: Tree, text: Text, statement: cst.CSTNode) -> int:
    """Where the last small statement in a statement ends."""
    if isinstance(statement, cst.SimpleStatementLine):
        return text.offset(tree.span(statement.body[-1])[1])
    if isinstance(statement, cst.BaseSmallStatement):
        return text.offset(tree.span(statement)[1])
    return max((_end(tree, text, child) for child in statement.children), default=0)


def _moved(text: Text, stretches: Sequence[tuple[int, int]], target: int, *, below: bool) -> list[Replacement]:
    """Lines taken out of where they are and put in at the target; nothing where they would not stay as they are."""
    lines = [text.text[start:end] for start, end in stretches]
    ends = {one for part in lines for one in LINE_END.findall(part)}
    if not ends <= {text.newline(target)}:
        return []
    content = "\n".join(LINE_END.sub("\n", part) for part in lines)
    put = Replacement(target, target, f"\n{content}" if below else f"{content}\n")
    taken = _taken_down if below else _taken_up
    return [*(taken(text, *one) for one in stretches), put]


def _taken_down(text: Text, start: int, end: int) -> Replacement:
    """Lines that go, with the line end after them; of empty lines before and after them those after.

    So go empty lines that would be the first of a block.
    """
    stop = _next_line(text, end)
    if start and (_is_empty(text, start - 1) or text.text[:start].rstrip().endswith(":")):
        while _is_empty(text, stop):
            stop = _next_line(text, stop)
    return Replacement(start, stop, "")


def _taken_up(text: Text, start: int, end: int) -> Replacement:
    """Lines that go, with the line end before them; of empty lines before and after them those before."""
    first = _line_before(text, start)
    if end == len(text.text) or _is_empty(text, _next_line(text, end)):
        while _is_empty(text, first):
            first = _line_before(text, first)
    return Replacement(first, end, "")


def _next_line(text: Text, offset: int) -> int:
    following = LINE_END.search(text.text, offset)
    return following.end() if following else len(text.text)


def _line_before(text: Text, offset: int) -> int:
    """The end of the line above, before its line end."""
    start = text.line_start(offset)
    return text.line_end(text.line_start(start - 1)) if start else 0


def _is_empty(text: Text, offset: int) -> bool:
    """Whether the line at an offset is empty, and another one follows."""
    start, end = text.line_start(offset), text.line_end(offset)
    return end < len(text.text) and not text.text[start:end].strip()
