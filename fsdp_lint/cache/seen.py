"""What a run saw of a file, and whether another run would see the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fsdp_lint.cache.signatures import Signature


class Seen(NamedTuple):
    """A file as it was seen: its signature, and what was asked of its content.

    `mark` stands for what skimming it tells, `content` for all of it, empty if nothing but what skimming tells and what
    was `told` (answers to the questions in `files.mentions.QUESTIONS`, by their names) was asked.
    """

    signature: Signature
    mark: bytes
    content: bytes
    told: Mapping[str, bool]


class Basis(NamedTuple):
    """What an answer hangs on: the files and the folders that were looked at, by name, since a run `began`.

    `began` is in nanoseconds.
    """

    began: int
    files: Mapping[str, Seen]
    walked: Mapping[str, Sequence[str]]


def is_same(name: str, seen: Seen, signature: Signature, data: Callable[[], bytes]) -> bool:
    """Whether a file, of which a signature and the content are at hand, is the same as far as it was looked at."""
    if seen.signature == signature:
        return True
    from fsdp_lint.cache.results import digest
    from fsdp_lint.files.discovery import Found
    from fsdp_lint.files.mentions import QUESTIONS
    from fsdp_lint.files.skimming import mark, skim_bytes
    from fsdp_lint.files.unreadable import UnreadableError

    try:
        content = data()
    except UnreadableError:
        return False
    if seen.content:
        return digest([content]) == seen.content
    return mark(skim_bytes(Found(name, False), content)) == seen.mark and all(
        QUESTIONS[question](content) == answer for question, answer in seen.told.items()
    )
