"""The whole answer to a command that was given before, where nothing has changed that it hangs on.

It is looked for before anything else is imported, `typing` among it, so that a commit that changes nothing relevant
costs hardly more than to ask the file system for the times of the files.
"""

from __future__ import annotations

import binascii
import marshal
import os
import sys

from fsdp_lint.cache.folder import Folder, path, program
from fsdp_lint.cache.signatures import content, folder_signature, names, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    _File = tuple[str, tuple[int, ...], tuple[bytes, bytes, Mapping[str, bool]]]
    """A file's name, its signature, and the rest of what was seen of it (see `seen.Seen`)."""

NEVER_THE_SAME = frozenset(("-", "-v", "--verbose", "--no-cache", "--fix", "--diff", "--show-files"))
"""Arguments with which a command does more than to tell what it found."""

_ENVIRONMENT = ("FORCE_COLOR", "NO_COLOR", "TERM", "COLUMNS")


def folder_of(arguments: Sequence[str]) -> Folder | None:
    """The cache's folder that a command line asks for; None for none."""
    if not NEVER_THE_SAME.isdisjoint(arguments):
        return None
    given = None
    for place, argument in enumerate(arguments):
        if argument == "--cache-dir":
            given = arguments[place + 1] if place + 1 < len(arguments) else None
        elif argument.startswith("--cache-dir="):
            given = argument.partition("=")[2]
    return Folder(path(given))


def known(arguments: Sequence[str]) -> tuple[str, str, int] | None:
    """What the same command wrote to both streams before, and its exit status, if that still holds."""
    folder = folder_of(arguments)
    if folder is None:
        return None
    asked = question(arguments)
    kept = folder.read(name_of(asked))
    if kept is None:
        return None
    try:
        asked_before, marks, walked, files, (out, err, status) = marshal.loads(kept)
        if asked_before != asked or not _are_same_places(marks, walked):
            return None
        now = [signature(name) for name, _, _ in files]
        changed = [place for place, (_, before, _) in enumerate(files) if before != now[place]]
        if changed and not _are_same(files, changed):
            return None
    except (EOFError, ValueError, TypeError):  # something else damaged the file
        return None
    if changed and _refresh(files, changed):
        refreshed: Any = (asked, marks, walked, files, (out, err, status))
        folder.write(name_of(asked), marshal.dumps(refreshed))
    return out, err, status


def question(arguments: Sequence[str]) -> tuple[object, ...]:
    """All that the same answer is given to, but for the file system."""
    width = os.get_terminal_size(1).columns if sys.stdout.isatty() else 0
    surroundings = tuple([os.environ.get(name) for name in _ENVIRONMENT])
    return program(), tuple(arguments), os.getcwd(), surroundings, width


def name_of(asked: tuple[object, ...]) -> str:
    """The name of the file for a question; another question may have the same one, and takes its place then."""
    return f"{binascii.crc32(repr(asked).encode('utf-8', 'surrogateescape')):08x}"


def _are_same_places(marks: list[tuple[str, object, object]], walked: list[tuple[str, object, object]]) -> bool:
    """Whether the marks of projects and the folders are what they were."""
    return all(signature(name) == before or content(name) == data for name, before, data in marks) and all(
        folder_signature(name) == before or names(name) == listed for name, before, listed in walked
    )


def _are_same(files: list[_File], changed: list[int]) -> bool:
    """Whether the files that have changed say what they said, as far as anybody asked."""
    from functools import partial

    from fsdp_lint.cache.seen import Seen, is_same
    from fsdp_lint.cache.signatures import UNSURE
    from fsdp_lint.files.reading import read_bytes

    for name, _, (mark, digest, told) in (files[place] for place in changed):
        if not is_same(name, Seen(UNSURE, mark, digest, told), (), partial(read_bytes, name)):
            return False
    return True


def _refresh(files: list[_File], changed: list[int]) -> bool:
    """Take down the new signatures of files, so that the next run need not look into them; whether there are any."""
    import time

    from fsdp_lint.cache.signatures import UNSURE, settled

    now = time.time_ns()
    for place in changed:
        name, _, seen = files[place]
        files[place] = (name, settled(name, now), seen)
    return any(files[place][1] != UNSURE for place in changed)
