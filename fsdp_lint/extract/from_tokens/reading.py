"""Goes over the tokens of a file: those that decide on others have handlers, the rest is used by the part it is in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Callable

from fsdp_lint.extract.from_tokens.parts import Meaning, Part, meaning, names_wrapper, role
from fsdp_lint.extract.from_tokens.tokens import (
    CLOSING,
    KEYWORDS,
    OPENING,
    UNENDED,
    UnreadableTokens,
    body,
    closing,
    fields,
    is_text,
    plain_fields,
    tokens,
)
from fsdp_lint.extract.outline import LONGEST_PATH, Imported

LINE = "line"
TEXT = "text"
"""What has a handler beside some words and signs, and the names with a role: lines, and texts that name a wrapper."""


_LONGEST_TEXT = LONGEST_PATH + 6


class Reader:
    """The state of reading a file.

    A handler is given the place of its token. It begins a part, or notes something of the one that is read, and blanks
    the tokens that use nothing, at its place or later.
    """

    def __init__(self, found: list[str], handlers: Mapping[str, Handler], roles: Mapping[str, Handler]) -> None:
        self.tokens = found
        self.parts: list[Part] = []
        self.imports: list[Imported] = []
        self.called_back: set[str] = set()
        """The names of decorators of functions."""
        self.decorating: set[str] = set()
        """The names of decorators of functions and classes."""
        self.bases: dict[str, frozenset[str]] = {}
        self.names: set[str] = set()
        self.meanings: dict[str, Meaning] = {}
        """Of the names with attributes."""
        self.part = Part((), 0)
        """The part that is read."""
        self.start = 0
        """The place before the statement that is read."""
        self.targets = 0
        """The place before what may be a target of that statement."""
        self.collects = False
        """Whether that statement's targets are names of the module's level."""
        self.deepest = 1
        """The length of the longest beginning of a line that may matter."""
        self.owner = ""
        """The class of the module's level whose body is read."""
        self.member = ""
        """How the lines of that body begin."""
        self.in_block = False
        """Whether a statement of the module's level is read in which definitions are the module's own."""
        self.hidden = ""
        """How the line of a statement begins, in that one, in whose block they are not."""
        self.decorators: list[str] = []
        self.is_decorated = False
        """Whether the last line was a decorator of what is a part."""
        self.open: list[str] = []
        """What the brackets wait for that are open."""
        self.inside = len(found)
        """The place from which on code in texts follows."""
        self._lines: set[str] = set()
        self._handlers = {**handlers, **dict.fromkeys((*OPENING, *CLOSING, ""), _nothing)}
        self._roles = roles

    def read(self) -> None:
        """Read all tokens; raises `UnreadableTokens`."""
        self._learn(set(self.tokens))
        self._read(0, self.inside)
        if self.open:
            raise UnreadableTokens

    def begin(self, names: Iterable[str], place: int) -> None:
        """Begin a part at a place, and end the one before."""
        self.end(place)
        self.part = Part(names, place)
        self.parts.append(self.part)

    def end(self, place: int) -> None:
        """End the part that is read."""
        self.part.end = place
        self.part.tokens.update(self.tokens[self.part.start : place])

    def blank(self, start: int, end: int) -> None:
        """Blank the tokens between two places."""
        self.tokens[start:end] = [""] * (end - start)

    def read_template(self, text: str) -> None:
        """Read the code in an f-string's body."""
        plain = plain_fields(text)
        if plain is not None:
            names, between = plain
            self._learn(set(names))
            self.part.tokens.update(names)
            self.part.names_wrapper |= any(map(names_wrapper, between))
            return
        code: list[str] = []
        for is_code, piece in fields(text):
            if not is_code:
                self.part.names_wrapper |= names_wrapper(piece)
            else:
                code.append(piece)
        self._read_inside(code)

    def first_name(self, place: int) -> str:
        """What the name at a place begins with; "" where there is none."""
        token = self.tokens[place]
        if token in self.names:
            return token
        return self.meanings[token].first if token in self.meanings else ""

    def stored(self, start: int, end: int) -> Iterator[str]:
        """The names that are assigned to, of targets between two places."""
        found = self.tokens
        place = start
        while place < end:
            token, following = found[place], found[place + 1]
            if token in OPENING and place > start and self.ends_value(found[place - 1]):
                place = closing(found, place)
            elif token in self.names and following not in ("(", "()", "[") and following[:1] != ".":
                yield token
            place += 1

    def ends_value(self, token: str) -> bool:
        """Whether an opening bracket after a token is a call's or a subscript's."""
        return token in self.names or token in self.meanings or token in CLOSING or token == "()" or is_text(token)

    def _learn(self, different: AbstractSet[str]) -> None:
        """Sort the tokens: names, names with attributes, and those that have handlers."""
        if not UNENDED.isdisjoint(different):
            raise UnreadableTokens
        names = {token for token in different if token.isidentifier()}
        for token in names:
            known_for = role(token)
            if known_for:
                self._handlers[token] = self._roles[known_for]
        self.names |= names - KEYWORDS
        for token in different - names:
            self._learn_other(token)

    def _learn_other(self, token: str) -> None:
        kind = token[:1]
        if kind == '"' or kind == "'":
            if len(token) < _LONGEST_TEXT and names_wrapper(body(token)):
                self._handlers[token] = self._roles[TEXT]
        elif kind == "\n":
            self._lines.add(token)
            self._handlers[token] = self._roles[LINE]
        elif kind.isidentifier() or (kind == "." and token not in (".", "...")):
            self.meanings[token] = known = meaning(token)
            if known.role:
                self._handlers[token] = self._roles[known.role]

    def _read(self, start: int, end: int) -> None:
        found, handlers, opened, lines = self.tokens, self._handlers, self.open, self._lines
        deciding = [place for place, token in enumerate(found[start:end], start) if token in handlers]
        for place in deciding:
            token = found[place]
            if token in lines:
                if not opened:
                    self.start = self.targets = place
                    if len(token) <= self.deepest:
                        handlers[token](self, place)
            elif token in OPENING:
                opened.append(OPENING[token])
            elif token in CLOSING:
                if not opened or opened.pop() != token:
                    raise UnreadableTokens
            else:
                handlers[token](self, place)

    def _read_inside(self, code: Iterable[str]) -> None:
        """Read code that stands in a text."""
        start = len(self.tokens)
        self.tokens += tokens("".join(f"({piece})" for piece in code))
        end = len(self.tokens)
        depth = len(self.open)
        self.open.append("")
        with contextlib.suppress(UnreadableTokens):  # what is newer than these rules of strings
            self._learn(set(self.tokens[start:end]))
            self._read(start, end)
        del self.open[depth:]
        self.part.tokens.update(self.tokens[start:end])


Handler = Callable[[Reader, int], None]


def _nothing(_reader: Reader, _place: int) -> None:
    """Brackets are counted where they are read, and what is blanked decides on nothing."""
