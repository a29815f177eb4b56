"""Values of literals, as the running program would see them."""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(
    r"""\\(?:(\n)|([\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"""
    r"""|N\{([^}]+)\})"""
)
_SIMPLE = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def string(source: str) -> str | None:
    """The value of a plain string literal, with its prefix and quotes; None for bytes."""
    opening = min(place for place in (source.find("'"), source.find('"')) if place >= 0)
    prefix = source[:opening].lower()
    if "b" in prefix:
        return None
    width = 3 if source.startswith(('"""', "'''"), opening) and len(source) >= opening + 6 else 1
    return unescaped(source[opening + width : -width], raw="r" in prefix)


def unescaped(text: str, raw: bool) -> str:
    """The text between the quotes of a string literal as a value; an escape that Python does not know stays."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not raw and "\\" in text:
        text = _ESCAPE.sub(_escaped, text)
    return text


def template_piece(text: str, raw: bool) -> str:
    """A literal piece of an f-string as a value: escapes, and doubled braces."""
    return unescaped(text.replace("{{", "{").replace("}}", "}"), raw)


def integer(source: str) -> int | None:
    """The value of an integer literal; None for one that is too long to be converted."""
    try:
        return int(source, 0)
    except ValueError:
        return None


def _escaped(match: re.Match[str]) -> str:
    newline, simple, octal, byte, short, long, name = match.groups()
    if newline:
        return ""
    if simple:
        return _SIMPLE[simple]
    try:
        if octal:
            return chr(int(octal, 8))
        if name:
            return unicodedata.lookup(name)
        return chr(int(byte or short or long, 16))
    except (KeyError, ValueError):
        return match.group()
