"""Files on the disk: replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from fsdp_lint.files.reading import read_bytes
from fsdp_lint.files.unreadable import UnreadableError


class CannotWriteError(Exception):
    """A file was not written; the message says why."""


def write(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    """Replace files by what they are `after`, if all of them are still what they were `before`.

    Raises `CannotWriteError`.
    """
    for name in after:
        _check(name, before[name])
    for name, data in after.items():
        try:
            _replace(name, data)
        except OSError as error:
            raise CannotWriteError(f"{name}: could not be written: {_reason(error)}") from None


def _check(name: str, expected: bytes) -> None:
    try:
        unchanged = read_bytes(name) == expected
    except UnreadableError as error:
        raise CannotWriteError(f"{name}: {error.message}") from None
    if not unchanged:
        raise CannotWriteError(f"{name}: has changed since it was read, so nothing was written")
    if not os.access(name, os.W_OK):
        raise CannotWriteError(f"{name}: could not be written: permission denied")


def _replace(name: str, data: bytes) -> None:
    """A new file in place of the old one, with its mode; of a link its target is replaced."""
    target = Path(name).resolve()
    descriptor, made = tempfile.mkstemp(prefix=".fsdp-lint-", dir=target.parent)
    temporary = Path(made)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
