"""Which fixes are made: those after which the finding is gone and no other has come in its place.

Nothing is written here. A fix is tried on bytes in memory, which are then linted as if they lay in the project.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from fsdp_lint.files.reading import parses, to_source
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Edit, Finding, Position, place
from fsdp_lint.fixes.editing import CannotEditError, edited
from fsdp_lint.fixes.text import Replacement, Text, in_order

ROUNDS = 100
"""Fixes may lie over each other, so that a later one is only made when the first is there; no more often than this."""

DEEPEST = 3
"""Fixes of what a fix brings, one after another."""

Files = Mapping[str, bytes]
Key = tuple[str, str, int, Position]


class Given(NamedTuple):
    """What fixing is given by whoever knows the files and the configuration.

    `lint` gives every finding of every rule in the project, with these bytes in place of what lies there; `source` is
    the file as it was read for the findings, `read` its bytes as they are now. `wanted` tells which findings are to be
    fixed, if they can be; `allowed` whether a fix may be made.
    """

    lint: Callable[[Files], Sequence[Finding]]
    source: Callable[[str], Source | None]
    read: Callable[[str], bytes]
    wanted: Callable[[Finding], bool]
    allowed: Callable[[Finding], bool]


class Refused(NamedTuple):
    """A finding whose fix was not made, and why."""

    finding: Finding
    reason: str


class Mended(NamedTuple):
    """What fixing came to: the files before and after, how many findings are gone, and whose fixes were refused."""

    before: Files
    after: Files
    fixed: int
    refused: list[Refused]


class CannotFixError(Exception):
    """A fix is not made; the message says why."""


class State(NamedTuple):
    """The files as they are so far (those that changed), and what is found in them."""

    files: Files
    found: Sequence[Finding]


def mend(given: Given) -> Mended:
    """Try every fix that is wanted."""
    return _Mending(given).result()


class _Mending:
    """One run over all fixes."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.before: dict[str, bytes] = {}
        self.refused: dict[Key, Refused] = {}
        self.fixed = 0

    def result(self) -> Mended:
        state = State({}, self.given.lint({}))
        for _ in range(ROUNDS):
            todo = [one for one in state.found if self.given.wanted(one) and self._is_open(one)]
            if not todo:
                break
            state = self._together(state, todo) or self._one_by_one(state, todo[0])
        before = {name: self.before[name] for name in state.files}
        return Mended(before, state.files, self.fixed, list(self.refused.values()))

    def _is_open(self, finding: Finding) -> bool:
        return finding.fix is not None and self.given.allowed(finding) and _key(finding) not in self.refused

    def _together(self, state: State, todo: Sequence[Finding]) -> State | None:
        """All fixes that do not lie over each other; None where not all is well after them."""
        if len(todo) < 2:
            return None
        chosen = _apart(todo)
        try:
            step = self._step(state, chosen)
        except CannotFixError:
            return None
        well = all(step.is_gone(one) for one in chosen) and not step.newcomers()
        return self._accepted(state, step) if well else None

    def _one_by_one(self, state: State, finding: Finding) -> State:
        """One fix, with those of what it brings; the state as it was where it is refused."""
        try:
            step = self._step(state, [finding])
            for _ in range(DEEPEST):
                newcomers = step.newcomers()
                if newcomers:
                    step = step.then(self._step(step.after, self._fixable(finding, newcomers)))
            for other in step.newcomers():
                raise CannotFixError(_instead(finding, other))
            if not step.is_gone(finding):
                raise CannotFixError("the fix would not remove it")
            return self._accepted(state, step)
        except CannotFixError as error:
            self.refused[_key(finding)] = Refused(finding, str(error))
            return state

    def _fixable(self, finding: Finding, newcomers: Sequence[Finding]) -> list[Finding]:
        for one in newcomers:
            if one.fix is None or not self.given.allowed(one):
                raise CannotFixError(_instead(finding, one))
        return _apart(newcomers)

    def _accepted(self, state: State, step: _Step) -> State:
        self.fixed += sum(self.given.wanted(one) and step.is_gone(one) for one in state.found)
        moved = {step.key(one.finding): one for one in self.refused.values()}
        self.refused = moved
        return step.after

    def _step(self, state: State, findings: Sequence[Finding]) -> _Step:
        """What the fixes of findings lead to."""
        files = dict(state.files)
        ways: dict[str, list[_Way]] = {}
        for name, edits in _by_file(findings).items():
            data = files[name] if name in files else self._read(name)
            try:
                files[name] = edited(name, data, edits)
            except CannotEditError as error:
                raise CannotFixError(f"{name}: {error}") from None
            old, new = to_source(data, name), to_source(files[name], name)
            if parses(old.text) and not parses(new.text):
                raise CannotFixError(f"{name} would no longer parse")
            ways[name] = [_Way(old, new, edits)]
        return _Step(state.found, State(files, self.given.lint(files)), ways)

    def _read(self, name: str) -> bytes:
        """A file's bytes, if they are still those that were linted."""
        if name not in self.before:
            known = self.given.source(name)
            try:
                data = self.given.read(name)
                unchanged = known is not None and to_source(data, name).text == known.text
            except UnreadableError as error:
                raise CannotFixError(f"{name}: {error.message}") from None
            if not unchanged:
                raise CannotFixError(f"{name} has changed since it was read")
            self.before[name] = data
        return self.before[name]


class _Step:
    """The way from one state to a later one: where findings are now, which are gone and which have come."""

    def __init__(self, before: Sequence[Finding], after: State, ways: Mapping[str, Sequence[_Way]]) -> None:
        self.after = after
        self._before = before
        self._ways = ways

    def then(self, later: _Step) -> _Step:
        """This step and the next one as one."""
        names = {*self._ways, *later._ways}
        ways = {name: [*self._ways.get(name, ()), *later._ways.get(name, ())] for name in names}
        return _Step(self._before, later.after, ways)

    def key(self, finding: Finding) -> Key:
        """What tells a finding from others, as it is in the later state."""
        code, name, cell, start = _key(finding)
        for way in self._ways.get(name, ()):
            cell, start = way.moved(cell, start)
        return code, name, cell, start

    def is_gone(self, finding: Finding) -> bool:
        """Whether there are fewer such findings than before."""
        key = self.key(finding)
        now = sum(_key(one) == key for one in self.after.found)
        return now < sum(self.key(one) == key for one in self._before)

    def newcomers(self) -> list[Finding]:
        """The findings that were not there before."""
        left = Counter(self.key(one) for one in self._before)
        new: list[Finding] = []
        for one in self.after.found:
            if left[_key(one)]:
                left[_key(one)] -= 1
            else:
                new.append(one)
        return new


class _Way:
    """How places move where edits are made."""

    def __init__(self, old: Source, new: Source, edits: Iterable[Edit]) -> None:
        self._old, self._new = old, new
        self._before, self._after = Text(old.text), Text(new.text)
        self._replacements = in_order(
            Replacement(
                self._offset(one.span.cell or 0, one.span.start),
                self._offset(one.span.cell or 0, one.span.end),
                one.content,
            )
            for one in edits
        )

    def _offset(self, cell: int, position: Position) -> int:
        return self._before.offset(Position(position.row + self._old.rows_above(cell or None), position.column))

    def moved(self, cell: int, start: Position) -> tuple[int, Position]:
        """Where a place of the old text is in the new one."""
        offset = grown = self._offset(cell, start)
        for one in self._replacements:
            if one.end <= offset:
                grown += len(one.content) - (one.end - one.start)
            elif one.start < offset:
                grown -= offset - one.start
        at = self._after.position(grown)
        span = self._new.span(at, at)
        return span.cell or 0, span.start


def _key(finding: Finding) -> Key:
    span = finding.span
    return finding.code, span.filename, span.cell or 0, span.start


def _apart(findings: Iterable[Finding]) -> list[Finding]:
    """The first finding, and of the others those whose edits do not lie over what is changed already."""
    chosen: list[Finding] = []
    for one in findings:
        try:
            for edits in _by_file([*chosen, one]).values():
                in_order(_as_offsets(edits))
        except ValueError:
            continue
        chosen.append(one)
    return chosen


def _as_offsets(edits: Iterable[Edit]) -> list[Replacement]:
    """Edits of one file as replacements in a text whose lines are as long as none is."""
    return [Replacement(_number(one, one.span.start), _number(one, one.span.end), one.content) for one in edits]


def _number(edit: Edit, position: Position) -> int:
    return ((edit.span.cell or 0) << 60) + (position.row << 30) + position.column


def _by_file(findings: Iterable[Finding]) -> dict[str, list[Edit]]:
    """The edits of findings by file, each once."""
    found: dict[str, dict[Edit, None]] = {}
    for finding in findings:
        for edit in finding.fix.edits if finding.fix is not None else ():
            found.setdefault(edit.span.filename, {})[edit] = None
    return {name: list(edits) for name, edits in found.items()}


def _instead(finding: Finding, other: Finding) -> str:
    words = finding.fix.message if finding.fix is not None else ""
    return f"{other.code} would come instead, at {place(other.span)} ({words.removeprefix('or ')})"
