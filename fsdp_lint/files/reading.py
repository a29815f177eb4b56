"""One file, from its path to the source that is analysed, or to the one line that says why there is none."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping

from fsdp_lint.files.discovery import Found
from fsdp_lint.files.encoding import decode
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError

LARGEST = 20_000_000
"""In bytes; nobody writes a longer file by hand, and parsing it would take minutes."""

_CHUNK = 1 << 16
"""Bytes that are asked for at once: nearly every file is shorter, and memory for more is slow to come by."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Texts:
    """The sources of files, each read once when it is first asked for, and what was wrong with those that have none.

    `note` is given the name and the bytes of each file of which the source is read.
    """

    def __init__(self, at_hand: Mapping[str, bytes], note: Callable[[str, bytes], None]) -> None:
        self.at_hand = at_hand
        self._note = note
        self._sources: dict[str, Source | None] = {}
        self.errors: dict[str, UnreadableError] = {}

    def source(self, found: Found) -> Source | None:
        """The source of a file, None if it cannot be read."""
        if found.name not in self._sources:
            self._sources[found.name] = self._read(found)
        return self._sources[found.name]

    def data(self, found: Found) -> bytes:
        """The bytes of a file, which are not kept; raises `UnreadableError`."""
        return self.at_hand[found.name] if found.name in self.at_hand else read_bytes(found.name)

    def _read(self, found: Found) -> Source | None:
        try:
            data = self.data(found)
            self._note(found.name, data)
            return to_source(data, found.name)
        except UnreadableError as error:
            self.errors[found.name] = error
            return None


def read_bytes(path: str) -> bytes:
    """A regular file's bytes, cut after `LARGEST` of them; raises `UnreadableError`.

    Never waits, as a pipe would make it.
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        raise _cannot_read(path, error) from None
    try:
        chunk = os.read(descriptor, _CHUNK)
        if len(chunk) == _CHUNK:
            return _rest(descriptor, chunk)
        if not chunk and not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UnreadableError("the file could not be read: it is not a regular file")
        return chunk
    except OSError as error:
        raise _cannot_read(path, error) from None
    finally:
        os.close(descriptor)


def _rest(descriptor: int, chunk: bytes) -> bytes:
    chunks = [chunk]
    size = len(chunk)
    while chunk and size <= LARGEST:
        chunk = os.read(descriptor, _CHUNK)
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)


def _cannot_read(path: str, error: OSError) -> UnreadableError:
    if os.path.islink(path) and not os.path.exists(path):
        return UnreadableError("the file could not be read: the link leads nowhere")
    if os.path.isdir(path):
        return UnreadableError("the file could not be read: it is a folder")
    return UnreadableError(f"the file could not be read: {(error.strerror or str(error)).lower()}")


def to_source(data: bytes, name: str) -> Source:
    """Bytes as a source; raises `UnreadableError`."""
    if len(data) > LARGEST:
        raise UnreadableError(f"the file is larger than {LARGEST // 1_000_000} MB and was not analysed")
    return _notebook(data, name) if name.endswith(".ipynb") else Source(name, decode(data))


def _notebook(data: bytes, name: str) -> Source:
    from fsdp_lint.files.notebook import read_notebook

    notebook = read_notebook(data)
    return Source(name, notebook.text, notebook.cells, notebook.shown)


def parses(text: str) -> bool:
    """Whether this interpreter can parse a text; where not, the analysis has the last word: its parser may be newer."""
    import warnings
    from _ast import PyCF_ONLY_AST

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<source>", "exec", PyCF_ONLY_AST, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
            return False
    return True
