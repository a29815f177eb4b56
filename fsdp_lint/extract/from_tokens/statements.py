"""Handlers of what makes statements, which tell where parts begin and what they define: lines, definitions and such."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from fsdp_lint.extract.from_tokens.reading import Reader
from fsdp_lint.extract.from_tokens.tokens import (
    CLOSING,
    OPENING,
    PREFIXES,
    UnreadableTokens,
    after,
    arguments,
    closing,
    end_of_parameters,
    is_skipped,
    is_text,
)
from fsdp_lint.extract.outline import CONSTRUCTORS

AUGMENTED = tuple(f"{operator}=" for operator in ("+", "-", "*", "/", "//", "%", "@", "&", "|", "^", ">>", "<<", "**"))
_BLOCKS = frozenset(("if", "for", "while", "with", "try"))
"""Statements of the module's level in which definitions are the module's own."""

_CONTINUING = frozenset(("elif", "else", "except", "finally"))
_HIDING = frozenset(("except", "def", "class", "async", "match", "case"))
"""Statements in which they are not."""

_HEADED = frozenset((*_BLOCKS, *_CONTINUING, "def", "class", "async"))
"""Statements with a colon that begins a block."""

_ANY = sys.maxsize
_IMPORTING = frozenset(("import", "from"))
_SOFT = frozenset(("match", "case"))
_STATEMENT = frozenset(("=", ";"))
_PARAMETER = frozenset((",", "=", ")"))
_RESULT = frozenset((":",))
"""What ends an annotation, by where it stands; in a statement a new line does as well."""


def line(reader: Reader, place: int) -> None:
    """The first line of a statement."""
    token, first = reader.tokens[place], reader.tokens[place + 1]
    if token == "\n":
        _module_line(reader, place, first)
    elif reader.owner:
        if not reader.member:
            reader.member, reader.deepest, reader.part.is_header = token, len(token), True
        _member_line(reader, place, first)
    elif reader.in_block:
        _block_line(reader, token, first, place)
    else:
        reader.collects = False


def _module_line(reader: Reader, place: int, first: str) -> None:
    if reader.in_block and first in _CONTINUING:
        reader.hidden = ""
        _block_line(reader, "\n", first, place)
        return
    if not first:
        reader.end(place)
        return
    reader.in_block = first in _BLOCKS
    reader.owner = reader.member = reader.hidden = ""
    reader.collects = True
    defined = _defined_at(reader, place + 1)
    names = (defined,) if defined else ("",) if reader.in_block else ()
    if reader.is_decorated:
        reader.part.names += names
    elif first not in _IMPORTING or reader.part.names or not reader.parts:  # imports may share a part
        reader.begin(names, place)
    reader.is_decorated = first == "@"
    reader.part.is_definition = bool(defined)
    reader.deepest = _ANY
    if defined:
        reader.collects = False
        reader.owner = defined if first == "class" else ""
        reader.deepest = _ANY if reader.owner else 1


def _defined_at(reader: Reader, place: int) -> str:
    """The name of the function or class whose definition begins at a place; "" if none does."""
    first, second = reader.tokens[place : place + 2]
    if first == "async" and second == "def":
        return reader.tokens[place + 2]
    return second if first in ("def", "class") else ""


def _member_line(reader: Reader, place: int, first: str) -> None:
    defined = "" if first == "class" else _defined_at(reader, place + 1)
    method = bool(defined) and defined not in CONSTRUCTORS
    name = f"{reader.owner}.{defined}" if method else reader.owner
    if reader.is_decorated:
        reader.part.names = [name]
    elif first == "@" or reader.part.is_header or reader.part.names != [name]:
        reader.begin((name,), place)
        reader.part.is_definition = True
    reader.is_decorated = first == "@"


def _block_line(reader: Reader, token: str, first: str, place: int) -> None:
    if len(token) <= len(reader.hidden):
        reader.hidden = ""
    reader.collects = not reader.hidden and first not in _HIDING
    if reader.hidden:
        return
    defined = _defined_at(reader, place + 1)
    if defined:
        reader.part.names.append(defined)
    if first in _HIDING:
        reader.hidden = token


def semicolon(reader: Reader, place: int) -> None:
    """Another statement in the same line."""
    if reader.collects and not reader.in_block and not reader.open:
        reader.begin((), place)
    reader.start = reader.targets = place


def colon(reader: Reader, place: int) -> None:
    """The end of a statement's head, or an annotation."""
    if reader.open:
        return
    first = reader.tokens[reader.start + 1]
    if first in _SOFT and place > reader.start + 2:
        reader.tokens[reader.start + 1] = ""
    elif first not in _HEADED:
        if reader.collects:
            reader.part.names += reader.stored(reader.targets + 1, place)
        reader.targets = _annotation(reader, place + 1, _STATEMENT)
        return
    reader.start = reader.targets = place


def equals(reader: Reader, place: int) -> None:
    """An assignment, or an argument with its name."""
    if reader.open:
        if reader.tokens[place - 1] in reader.names:
            reader.tokens[place - 1] = ""
    elif reader.collects:
        reader.part.names += reader.stored(reader.targets + 1, place)
        reader.targets = place


def function(reader: Reader, place: int) -> None:
    """The definition of a function, up to the colon: what is left of it are the defaults."""
    found = reader.tokens
    found[place + 1] = ""
    place += 2
    if found[place] == "[":
        place = closing(found, place) + 1
    if found[place] == "(":
        place = _parameters(reader, place + 1, ")")
    if found[place + 1] == "->":
        found[place + 1] = ""
        _annotation(reader, place + 2, _RESULT)
    reader.called_back.update(reader.decorators)
    reader.decorating.update(reader.decorators)
    reader.decorators.clear()


def anonymous(reader: Reader, place: int) -> None:
    """A lambda, up to the colon."""
    place = _parameters(reader, place + 1, ":")
    reader.tokens[place] = ""


def _parameters(reader: Reader, place: int, end: str) -> int:
    """Blank the names of parameters and their annotations, and tell where they end."""
    found = reader.tokens
    expects = True
    while found[place] != end:
        token = found[place]
        if token in OPENING:
            place = closing(found, place)
        elif token == ",":
            expects = True
        elif token == "=":
            found[place] = ""
        elif expects and token in reader.names:
            expects = False
            found[place] = ""
            if found[after(found, place)] == ":" and end != ":":
                place = _annotation(reader, after(found, place) + 1, _PARAMETER) - 1
        elif token == "lambda":
            place = end_of_parameters(found, place, len(found))
        if place == len(found) - 1:
            raise UnreadableTokens
        place += 1
    return place


def _annotation(reader: Reader, place: int, ends: AbstractSet[str]) -> int:
    """Take an annotation for what it is, and tell where it ends."""
    found, names, meanings = reader.tokens, reader.names, reader.meanings
    depth = 0
    while place < len(found):
        token = found[place]
        if token in OPENING:
            depth += 1
        elif not depth and (token in ends or (ends is _STATEMENT and token[:1] == "\n")):
            return place
        elif token in CLOSING:
            depth -= 1
        elif found[place + 1] == "=" and depth:
            pass
        elif token in names and not (token in PREFIXES and is_text(found[place + 1])):
            reader.part.annotated.add(token)
        elif token in meanings and token[0] != ".":
            reader.part.annotated.add(meanings[token].first)
        found[place] = ""
        place += 1
    raise UnreadableTokens


def class_(reader: Reader, place: int) -> None:
    """The definition of a class."""
    found = reader.tokens
    name, found[place + 1] = found[place + 1], ""
    reader.decorating.update(reader.decorators)
    reader.decorators.clear()
    place += 2
    if found[place] == "[":
        place = closing(found, place) + 1
    if name == reader.owner and not reader.member:
        reader.bases[name] = frozenset(_inherited(reader, place) if found[place] == "(" else ())


def _inherited(reader: Reader, opening: int) -> Iterator[str]:
    """The names in the bases of a class, not in its keywords."""
    found = reader.tokens
    for start, end in arguments(found, opening):
        if found[start + 1] != "=":
            for place in range(start, end):
                token = found[place]
                if found[place + 1] != "=" and token in reader.names:
                    yield token
                elif token in reader.meanings and token[0] != ".":
                    yield reader.meanings[token].first


def decorator(reader: Reader, place: int) -> None:
    """A decorator, of which the function that follows tells whether it is one's."""
    if reader.open or place != reader.start + 1:
        return
    given = reader.tokens[place + 2]
    end = closing(reader.tokens, place + 2) + 1 if given == "(" else place + 3 if given == "()" else place + 2
    reader.decorators.append(reader.first_name(place + 1) if is_skipped(reader.tokens[end]) else "")
