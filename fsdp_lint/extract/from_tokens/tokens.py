"""A source cut into tokens by one regular expression, for the outline; in less time than a parser takes."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterator, Sequence

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
KEYWORDS = frozenset(keyword.kwlist)
PREFIXES = frozenset(
    "".join(letters)
    for prefix in ("b", "f", "r", "u", "br", "rb", "fr", "rf")
    for letters in (prefix, prefix.upper(), prefix.title(), prefix.title().swapcase())
)
"""What may stand before the quotes of a string; a token of its own."""

_BLANKS = r"\s*(?:(?:\\\n|\#[^\n]*\n)\s*)*"
_ATTRIBUTES = rf"(?:\.\w+)*(?:(?=\s*[\\#.])(?<!\bfrom){_BLANKS}\.{_BLANKS}(?!\d|import\b)\w+)*"
_TOKEN = re.compile(
    rf"""
    \d[\w.]* | \w+{_ATTRIBUTES}               # a number, a name with its attributes
    | \n(?![ \t\f]*(?:[\n\#]|\Z))[ \t\f]*      # where a line begins that is neither blank nor a comment
    | \(\) | [()\[\]{{}},;]
    | [-+*/%@&|^<>!=:]{{0,2}}=
    | : | \*\*?
    | \#[^\n]*
    | \"\"\"[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*\"\"\"
    | '''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*'''
    | \"\"\" | '''                      # one that does not end
    | "[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"
    | '[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'
    | ["']
    | \.\.\. | \.{_BLANKS}(?!\d|import\b)\w+{_ATTRIBUTES} | \.
    | [-+/%@&|^<>~]+
    | \\\n
    """,
    re.VERBOSE,
)
_BLANK = re.compile(_BLANKS)
UNENDED = frozenset(('"', "'", '"""', "'''"))
_QUOTES = frozenset("\"'")
_IN_A_FIELD = re.compile(r""""[^"]*"|'[^']*'|!=|[()\[\]{}:!]""")


class UnreadableTokens(Exception):  # noqa: N818
    """A text is not Python: a string or a bracket does not end, or begin."""


def tokens(text: str) -> list[str]:
    """The tokens of a source.

    A name with its attributes is one, as is a string without its prefix; a line begins with its line break and
    indentation; a pair of brackets with nothing in it is one. Ends with the beginning of a line, and empty ones.
    """
    found = _TOKEN.findall("\n" + text)
    return [*(found if text.isascii() else _normalized(found)), "\n", "", "", ""]


def _normalized(found: list[str]) -> list[str]:
    """The tokens with names as Python's parser spells them."""
    names = {token for token in found if not token.isascii() and token[0] not in "#\"'"}
    spelled = {token: unicodedata.normalize("NFKC", token) for token in names}
    return [spelled.get(token, token) for token in found] if spelled else found


def without_blanks(name: str) -> str:
    """A name without the blanks around its dots."""
    return _BLANK.sub("", name)


def is_text(token: str) -> bool:
    """Whether a token is a string."""
    return token[:1] in _QUOTES


def body(text: str) -> str:
    """What stands between the quotes of a string."""
    quotes = 3 if text.startswith(('"""', "'''")) and len(text) > 5 else 1
    return text[quotes:-quotes]


def is_skipped(token: str) -> bool:
    """Whether a token says nothing within brackets."""
    return token[:1] in _SKIPPED


_SKIPPED = frozenset("\n#\\")


_DEEPEST = 5
"""Formats in formats of an f-string; Python takes no more than two, or, where it is newer, what nobody writes."""

_PLAIN_FIELD = re.compile(r"\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:![rsa])?(?::[^{}]*)?\}", re.ASCII)


def plain_fields(template: str) -> tuple[list[str], list[str]] | None:
    """The names in the fields of an f-string's body, and what stands between them; None if not all fields are names."""
    pieces = _PLAIN_FIELD.split(template)
    between = pieces[::2]
    return None if any("{" in piece for piece in between) else (pieces[1::2], between)


def fields(template: str, depth: int = 0) -> Iterator[tuple[bool, str]]:
    """The pieces of an f-string's body, and of the formats in it: whether each is code, and its text."""
    if depth > _DEEPEST:
        yield True, template
        return
    done = 0
    at = template.find("{")
    while at >= 0:
        if template.startswith("{{", at):
            at = template.find("{", at + 2)
            continue
        yield False, template[done:at]
        end = _end_of_code(template, at + 1)
        yield True, template[at + 1 : end].rstrip("= \t\n")
        done = _end_of_field(template, end)
        yield from fields(template[end:done], depth + 1)
        done += 1
        at = template.find("{", done)
    yield False, template[done:]


def _end_of_code(template: str, start: int) -> int:
    """Where the code of a field ends, before what says how it is formatted."""
    depth = 0
    for mark in _IN_A_FIELD.finditer(template, start):
        if mark[0] in OPENING:
            depth += 1
        elif not depth and mark[0] in ("}", ":", "!"):
            return mark.start()
        elif mark[0] in CLOSING:
            depth -= 1
    return len(template)


def _end_of_field(template: str, start: int) -> int:
    depth = 0
    for at in range(start, len(template)):
        if template[at] == "{":
            depth += 1
        elif template[at] == "}" and not depth:
            return at
        elif template[at] == "}":
            depth -= 1
    return len(template)


def closing(found: Sequence[str], place: int) -> int:
    """The place of the bracket that closes the one at a place; raises `UnreadableTokens`."""
    depth = 0
    for at in range(place, len(found)):
        if found[at] in OPENING:
            depth += 1
        elif found[at] in CLOSING:
            depth -= 1
            if not depth:
                return at
    raise UnreadableTokens


def arguments(found: Sequence[str], opening: int) -> Iterator[tuple[int, int]]:
    """Where each thing between a bracket and the one that closes it begins and ends, without the commas."""
    return listed(found, opening + 1, closing(found, opening))


def listed(found: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each of the things between commas begins and ends."""
    depth = 0
    place = start = after(found, start - 1)
    while place < end:
        token = found[place]
        if token in OPENING:
            depth += 1
        elif token in CLOSING:
            depth -= 1
        elif token == "," and not depth:
            yield start, place
            start = after(found, place)
        elif token == "lambda":  # with commas of its own
            place = end_of_parameters(found, place, end)
        place += 1
    if start < end:
        yield start, end


def end_of_parameters(found: Sequence[str], place: int, end: int) -> int:
    """The place of the colon of a lambda, or the last one before an end."""
    while place < end - 1 and found[place] != ":":
        place = closing(found, place) if found[place] in OPENING else place + 1
    return place


def after(found: Sequence[str], place: int) -> int:
    """The place of the next token that says something within brackets."""
    place += 1
    while is_skipped(found[place]):
        place += 1
    return place


def before(found: Sequence[str], place: int) -> int:
    """The place of the last token before one that says something within brackets."""
    place -= 1
    while place > 0 and is_skipped(found[place]):
        place -= 1
    return place
