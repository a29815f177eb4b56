"""Handlers of words: those that only name, and those that are known for what they do."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.extract.from_tokens.reading import Reader
from fsdp_lint.extract.from_tokens.tokens import (
    CLOSING,
    OPENING,
    UnreadableTokens,
    after,
    arguments,
    before,
    body,
    closing,
    is_skipped,
    is_text,
    listed,
)
from fsdp_lint.extract.occurrences import FUNCTION
from fsdp_lint.extract.outline import ASKING, COMPILING, Imported, quoted

_COMPARING = frozenset(("==", "!=", "<", ">", "<=", ">=", "is", "in", "not"))
_BINDING_TIGHTER = frozenset(("+", "-", "*", "/", "//", "%", "@", "&", "|", "^", "~", ">>", "<<", "**", "await"))


def import_(reader: Reader, place: int) -> None:
    """An import of modules."""
    found = reader.tokens
    for start, _ in _listed(reader, place + 1):
        module = found[start]
        bound = found[start + 2] if found[start + 1] == "as" else module.partition(".")[0]
        reader.imports.append(Imported(module, 0, None, bound))
    leave_out(reader, place)


def from_(reader: Reader, place: int) -> None:
    """An import from a module."""
    if place != reader.start + 1:  # `yield from`, `raise ... from`
        return
    found = reader.tokens
    at, level, module = place + 1, 0, ""
    while found[at] != "import":
        name = found[at].lstrip(".")
        level += len(found[at]) - len(name)
        module += name
        at += 1
        if found[at][:1] in ("", "\n"):
            raise UnreadableTokens
    for start, _ in _listed(reader, at + 1):
        name = found[start]
        reader.imports.append(Imported(module, level, name, found[start + 2] if found[start + 1] == "as" else name))
    leave_out(reader, place)


def _listed(reader: Reader, place: int) -> Iterator[tuple[int, int]]:
    """Where the names of an import statement stand, without the commas between them."""
    if reader.tokens[place] == "(":
        return arguments(reader.tokens, place)
    return listed(reader.tokens, place, _end_of_statement(reader, place))


def _end_of_statement(reader: Reader, place: int) -> int:
    found = reader.tokens
    while found[place] != ";" and found[place][:1] not in ("\n", ""):
        place = closing(found, place) + 1 if found[place] == "(" else place + 1
    return place


def leave_out(reader: Reader, place: int) -> None:
    """A statement that uses nothing."""
    reader.blank(place, _end_of_statement(reader, place))


def as_(reader: Reader, place: int) -> None:
    """A name for an error, which is none of the code's values."""
    if reader.tokens[reader.start + 1] == "except":
        reader.tokens[place + 1] = ""


def asking(reader: Reader, place: int) -> None:
    """A call that names a class without using it."""
    found = reader.tokens
    if found[place + 1] != "(":
        return
    used = ASKING[found[place]]
    found[place] = ""
    for number, (start, end) in enumerate(arguments(found, place + 1)):
        if number != used or found[start + 1] == "=":
            reader.blank(start, end)


def wrapper(reader: Reader, place: int) -> None:
    """A wrapper, which a comparison does not use."""
    if _is_compared(reader, place):
        reader.tokens[place] = ""


def wrapper_text(reader: Reader, place: int) -> None:
    """A text that names a wrapper."""
    reader.part.names_wrapper |= not _is_compared(reader, place)


def _is_compared(reader: Reader, place: int) -> bool:
    """Whether the token at a place is one side of a comparison."""
    found = reader.tokens
    first, last = found[before(found, place)], found[after(found, place)]
    if last in OPENING or last == "()" or last[:1] == "." or last in _BINDING_TIGHTER or first in _BINDING_TIGHTER:
        return False
    if first == "not":  # `not FSDP` compares nothing, `is not FSDP` does
        first = found[before(found, before(found, place))]
    return (first in _COMPARING or last in _COMPARING) and not _is_iterated(reader, place)


def _is_iterated(reader: Reader, place: int) -> bool:
    """Whether the `in` beside a place may be that of a `for`."""
    found = reader.tokens
    at = before(found, place)
    depth = 0
    while at > reader.start and (found[at] not in OPENING or depth):
        depth += (found[at] in CLOSING) - (found[at] in OPENING)
        if found[at] == "for" and not depth:
            return "in" in (found[before(found, place)], found[after(found, place)])
        at -= 1
    return False


def super_(reader: Reader, place: int) -> None:
    """The next class, whose attributes are known."""
    found = reader.tokens
    opening = place + 1
    end = closing(found, opening) if found[opening] == "(" else opening
    attribute = reader.meanings.get(found[after(found, end)])
    if found[opening] in ("(", "()") and attribute is not None:
        reader.part.inherited.add(attribute.attributes[-1][1])


def group(reader: Reader, place: int) -> None:
    """A call for all parameters, or all modules."""
    if reader.tokens[place + 1] in ("(", "()"):
        reader.part.used.add(reader.tokens[place].rpartition(".")[2] + "()")


def compiling(reader: Reader, place: int) -> None:
    """A call that compiles a model, not a function by itself."""
    found = reader.tokens
    given = list(arguments(found, place + 1)) if found[place + 1] == "(" else []
    if not given or found[given[0][0] + 1] == "=" or found[given[0][0]] == "**":
        return
    last = found[before(found, given[0][1])]
    if not (last in reader.names or last in reader.meanings) or not FUNCTION.search(last.rpartition(".")[2]):
        reader.part.used.add(COMPILING)  # with the model; as a decorator's settings it has no argument


def launcher(reader: Reader, place: int) -> None:
    """A call that may be told in a text to wrap."""
    found = reader.tokens
    if found[place + 1] == "(":
        for start, end in arguments(found, place + 1):
            value = found[start + 2 if found[start + 1] == "=" else start : end]
            texts = [token for token in value if not is_skipped(token)]
            if len(texts) == 1 and is_text(texts[0]):
                reader.part.used.add(quoted(body(texts[0])))


def prefix(reader: Reader, place: int) -> None:
    """What stands before the quotes of a string."""
    prefix, text = reader.tokens[place], reader.tokens[place + 1]
    if not is_text(text):
        return
    reader.tokens[place] = ""
    if "f" in prefix.lower():
        reader.tokens[place + 1] = ""
        reader.read_template(body(text))
    elif "b" in prefix.lower():
        reader.tokens[place + 1] = ""
