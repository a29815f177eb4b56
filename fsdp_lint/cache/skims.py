"""Files that were skimmed in an earlier run, and have not changed since."""

from __future__ import annotations

import marshal
import os
import time
from collections.abc import Iterable, Mapping

from fsdp_lint.cache.results import Results, digest
from fsdp_lint.cache.signatures import UNSURE, Signature, settled
from fsdp_lint.files.discovery import Found
from fsdp_lint.files.reading import read_bytes
from fsdp_lint.files.skimming import Import, Skimmed, mark, skim, skim_bytes

_Entry = tuple[Signature, int, bool, bool, tuple[str, ...], bytes]


class Skims:
    """Skims files, those below a folder that was opened only if they have changed since the last run there.

    `began` is when the run began (nanoseconds). The bytes of files that are `at_hand`, by name, stand for those on the
    disk.
    """

    def __init__(self, results: Results, at_hand: Mapping[str, bytes]) -> None:
        self.began = time.time_ns()
        self.marks: dict[str, bytes] = {}
        self.signatures: dict[str, Signature] = {}
        self.results = results
        self.at_hand = at_hand
        self._here = os.path.join(os.getcwd(), "")
        self._known: dict[str, _Entry] = {}
        self._now: dict[str, _Entry] = {}
        self._opened: list[str] = []
        self._changed = False

    def open(self, folders: Iterable[str]) -> None:
        """Get ready what is known of the files below folders (absolute paths)."""
        for folder in folders:
            if self.results.folder is not None and folder not in self._opened:
                self._opened.append(folder)
                content = self.results.folder.read(self._name(folder))
                try:
                    self._known.update(marshal.loads(content) if content else {})
                except (EOFError, ValueError, TypeError):
                    self._changed = True

    def skimmed(self, found: Found) -> Skimmed:
        """A file, skimmed now or earlier; raises `UnreadableError`."""
        name = found.name
        if name in self.at_hand:
            return skim_bytes(found, self.at_hand[name])
        if self.results.folder is None:
            return skim(found)
        path = self.path(name)
        signature = self.signatures[name] = settled(name, self.began)
        entry = self._known.get(path)
        if entry is None or entry[0] != signature:
            made = skim(found)
            flat = tuple([part for one in made.imports for part in one])
            entry = (signature, made.size, made.wraps, made.alone, flat, mark(made))
            self._changed = True
        self._now[path] = entry
        self.marks[name] = entry[5]
        _, size, wraps, alone, flat, _ = entry
        return Skimmed(found, size, wraps, alone, tuple(map(Import, flat[::2], flat[1::2])))

    def path(self, name: str) -> str:
        """The absolute path of a file."""
        return (
            name if name.startswith(os.sep) else os.path.abspath(name) if name.startswith("..") else self._here + name
        )

    def data(self, name: str) -> bytes:
        """The bytes of a file; raises `UnreadableError`."""
        return self.at_hand[name] if name in self.at_hand else read_bytes(name)

    def save(self) -> None:
        """Keep what is known now for the next run."""
        if self.results.folder is None or not (self._changed or len(self._now) < len(self._known)):
            return
        sure = {path: entry for path, entry in self._now.items() if entry[0] != UNSURE}
        for folder in self._opened:
            below = os.path.join(folder, "")
            inside = {path: entry for path, entry in sure.items() if path.startswith(below)}
            self.results.folder.write(self._name(folder), marshal.dumps(inside))

    def _name(self, folder: str) -> str:
        return digest([self.results.program, b"skims", os.fsencode(folder)]).hex()
