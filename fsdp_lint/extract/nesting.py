"""How deep brackets nest, found without a parser.

The parser's native code recurses once a bracket, and a stack that overflows in native code ends the whole program, so
a text that nests deeper than Python itself allows is refused before it is parsed.
"""

from __future__ import annotations

import re

MOST_BRACKETS = 200
"""As many as CPython's tokenizer accepts ("too many nested parentheses")."""

_NO_BRACKET = bytes(byte for byte in range(256) if byte not in b"()[]{}")
_ROUND_FROM_ANY = bytes.maketrans(b"[]{}", b"()()")

_TOKEN = re.compile(
    r"""\#[^\r\n]*"""
    r"""|'''(?:[^\\']|\\.|'(?!''))*(?:'''|\Z)|\"""(?:[^\\"]|\\.|"(?!""))*(?:\"""|\Z)"""
    r"""|'(?:[^\\'\r\n]|\\.)*'?|"(?:[^\\"\r\n]|\\.)*"?"""
    r"""|(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.DOTALL,
)


def too_deep(text: str) -> int | None:
    """The offset of the first bracket that nests too deep; None if there is none."""
    if _most_brackets(text) <= MOST_BRACKETS:
        return None
    depth = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "open":
            depth += 1
            if depth > MOST_BRACKETS:
                return token.start()
        elif token.lastgroup == "close":
            depth = max(depth - 1, 0)
    return None


def _most_brackets(text: str) -> int:
    """A bound on the depth that costs next to nothing: pairs are taken away from the inside out.

    Brackets in strings and comments count as well.
    """
    brackets = text.encode("utf-8", "replace").translate(_ROUND_FROM_ANY, _NO_BRACKET)
    for rounds in range(MOST_BRACKETS):
        fewer = brackets.replace(b"()", b"")
        if len(fewer) == len(brackets):
            return rounds + brackets.count(b"(")
        brackets = fewer
    return MOST_BRACKETS + brackets.count(b"(")
