"""Whether a name that stands in a file's text may be one that its code uses, told without parsing it.

Most files that name a wrapper do so in prose, in an import, in `isinstance`, or for an attribute of it. What cannot be
told from the line counts as used, so that only time is lost.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable, Iterator

WRAPPERS = re.compile(r"DataParallel(Plugin)?$|^fully_shard$|FSDPStrategy$|^FSDP$")
"""What a wrapper, and what tells a launcher to wrap, is called, whatever it is imported from."""

FUNCTION = re.compile(r"(?:^|_)(?:f|g|fn|fun|func|function|forward|impl)\d*$")
"""What a function is called that is compiled by itself; a model never is."""

_ARGUMENT = re.compile(r"\(\s*(?:\w+\.)*(\w+)\s*[(),\[]")
_WORDS = ("DataParallel", "fully_shard", "FSDPStrategy", "FSDP")
_STRATEGY = re.compile(r"""["']fsdp\w*["']""")
_LAUNCHERS = ("Trainer(", "Fabric(")
_WORDS_OF_CODE = frozenset((*keyword.kwlist, "match", "case", "type"))
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n]*)|import[ \t]+[^\n]*)", re.MULTILINE
)
_ALIAS = re.compile(r"(\w+)\s+as\s+(\w+)")
_WORD_BEFORE = re.compile(r"(\w+)[ \t]+$")
_WORD_AFTER = re.compile(r"[ \t]+(\w+)")
_FILLED = re.compile(
    r"^[ \t]+(?:\w+\.)*(\w+)(?:\[.*\]\s*=(?!=)|\.(?:append|add|insert|register|setdefault|update)\()", re.MULTILINE
)
"""A line of a function that puts something into a table or list."""

_ASKED = re.compile(r"\b(?:isinstance|issubclass)\([^()]*(?:\([^()]*)?$")


def used(text: str) -> Collection[str]:
    """What the code may hand a model to: "shards" for a sharding wrapper or its like, "compiles" for `torch.compile`.

    Each is left out only if no place where one is named is such a use.
    """
    return [name for name, may_be in (("shards", _may_shard), ("compiles", _may_call_compile)) if may_be(text)]


def _may_shard(text: str) -> bool:
    if any(word in text for word in _LAUNCHERS) and _STRATEGY.search(text):
        return True
    imports = [match.span() for match in _IMPORT.finditer(text)]
    pairs = (pair for start, end in imports for pair in _ALIAS.findall(text, start, end))
    aliases = {bound for name, bound in pairs if WRAPPERS.search(name)}
    return any(
        (text[start:end] in aliases or WRAPPERS.search(text[start:end]))
        and not any(first <= start < last for first, last in imports)
        and _may_use(text, start, end)
        for start, end in _places(text, (*_WORDS, *aliases))
    )


def _may_call_compile(text: str) -> bool:
    for start, end in _places(text, ("torch.compile",)):
        before = text[text.rfind("\n", 0, start) + 1 : start]
        in_a_message = before.count('"') % 2 or before.count("'") % 2
        argument = None if in_a_message else _ARGUMENT.match(text, end)
        if argument is not None and not FUNCTION.search(argument[1]) and _may_use(text, start, end):
            return True
    return False


def may_compile(text: str) -> bool:
    """Whether the code may hand a model to `torch.compile`, whatever `torch` is called there."""
    return any(
        text[start:end] == "compile" and not text.endswith("re.", 0, start) and _may_use(text, start, end)
        for start, end in _places(text, ("compile",))
    )


def filled(text: str) -> frozenset[str]:
    """The names of what functions put something into, as far as a line shows it."""
    return frozenset(_FILLED.findall(text))


def _places(text: str, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each identifier in which one of the words stands."""
    for word in words:
        at = text.find(word)
        while at >= 0:
            start, end = at, at + len(word)
            while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
                start -= 1
            while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                end += 1
            yield start, end
            at = text.find(word, end)


def _may_use(text: str, start: int, end: int) -> bool:
    """Whether the identifier at a place may be used there as a value that is called or handed on."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if text[end : end + 1] in (".", "`") or before.lstrip().startswith("#") or before.endswith(("`", "-> ")):
        return False
    word = _WORD_BEFORE.search(before)
    if word is not None and (word[1] not in _WORDS_OF_CODE or word[1] in ("class", "def")):
        return False
    word = _WORD_AFTER.match(text, end)
    if word is not None and word[1] not in _WORDS_OF_CODE:
        return False
    return _ASKED.search(before) is None
