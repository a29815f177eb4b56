"""What tells, without reading it, whether a file or a folder has changed."""

from __future__ import annotations

import os
import stat

from fsdp_lint.files.listing import entries, listing

Signature = tuple[int, ...]
"""Times of the last changes (in nanoseconds), size and number of a file; NOTHING where there is none."""

NOTHING: Signature = ()
FOLDER: Signature = (0,)
"""Of a folder: that it is there. What is in it is looked at apart."""

UNSURE: Signature = (-1,)
"""Equal to no file's signature."""

TICK = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""


def signature(path: str) -> Signature:
    """The signature of what is at a path."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return NOTHING
    if stat.S_ISDIR(status.st_mode):
        return FOLDER
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def settled(path: str, began: int) -> Signature:
    """As `signature`, but UNSURE where a change since a run began (nanoseconds) could have been missed."""
    found = signature(path)
    return found if found in (NOTHING, FOLDER) or max(found[:2]) < began - TICK else UNSURE


def folder_signature(path: str) -> Signature:
    """The time at which something last came into a folder or left it."""
    try:
        return (os.stat(path).st_mtime_ns,)
    except (OSError, ValueError):
        return NOTHING


def settled_folder(path: str, began: int) -> Signature:
    """As `folder_signature`, but UNSURE where a change since a run began could have been missed."""
    found = folder_signature(path)
    return found if found == NOTHING or found[0] < began - TICK else UNSURE


def names(path: str) -> tuple[str, ...]:
    """What a walk looks at in a folder; nothing if it cannot be read."""
    try:
        return listing(entries(path))
    except OSError:
        return ()


def content(path: str) -> bytes | None:
    """What is in a file, None if that cannot be read, or there is no file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None
