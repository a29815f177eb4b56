"""The folder in which results are kept: one file for each, named after all that it was worked out of.

Nothing in it is ever wrong, only unused: a name changes with the content of the files, with this package and with the
Python that runs it. A file appears whole or not at all, so that runs beside each other, and runs that are killed, do no
harm. It is the user's own, not the project's: what is unpickled must not come from a repository.
"""

from __future__ import annotations

import os
import sys
import time

import fsdp_lint

VARIABLE = "FSDP_LINT_CACHE_DIR"
NAME = "fsdp-lint"
KEPT = 30 * 86_400
"""Seconds after which a result that nobody used is removed."""

LOOKED_THROUGH = 86_400
"""Seconds between two times that old results are looked for."""

_PRUNED = "pruned"
_IGNORED = ".gitignore"


def path(given: str | None) -> str:
    """The absolute path of the folder: the one that was given, the environment's, or the usual one of the system."""
    chosen = given or os.environ.get(VARIABLE)
    return os.path.abspath(chosen or os.path.join(_usual(), NAME))


def _usual() -> str:
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def program() -> str:
    """What names this package, in the state that it is in, and this Python.

    A package that is being worked on changes without its version: its files' times tell.
    """
    top = os.path.dirname(fsdp_lint.__file__)
    newest = 0
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            try:
                newest = max(newest, os.stat(os.path.join(folder, name)).st_mtime_ns)
            except OSError:  # it was removed meanwhile
                continue
    return f"{fsdp_lint.__version__} {newest} {top} {sys.version} {sys.platform}"


class Folder:
    """A cache's folder; where it cannot be written, nothing is kept, and nobody is told."""

    def __init__(self, top: str) -> None:
        self.top = top

    def read(self, name: str) -> bytes | None:
        """The content of a file in it, None if there is none."""
        place = self._place(name)
        try:
            with open(place, "rb") as file:
                content = file.read()
                if os.fstat(file.fileno()).st_mtime < time.time() - LOOKED_THROUGH:
                    os.utime(place)
        except OSError:
            return None
        return content

    def write(self, name: str, content: bytes) -> None:
        """Put a file into it, whole or not at all."""
        place = self._place(name)
        written = f"{place}.{os.getpid()}.{time.time_ns()}"
        try:
            try:
                self._put(written, content)
            except FileNotFoundError:
                self._make(os.path.dirname(place))
                self._put(written, content)
            os.replace(written, place)
        except OSError:
            return

    def _put(self, place: str, content: bytes) -> None:
        with open(place, "xb") as file:
            file.write(content)

    def prune(self) -> None:
        """Remove what nobody used for long, once a day."""
        import contextlib

        now = time.time()
        mark = os.path.join(self.top, _PRUNED)
        with contextlib.suppress(OSError):
            if os.path.exists(mark) and os.stat(mark).st_mtime > now - LOOKED_THROUGH:
                return
            with open(mark, "wb"):
                os.utime(mark)
            for folder, _, names in os.walk(self.top):
                for one in (os.path.join(folder, name) for name in names if name not in (_IGNORED, _PRUNED)):
                    with contextlib.suppress(OSError):
                        if os.stat(one).st_mtime < now - KEPT:
                            os.unlink(one)

    def _place(self, name: str) -> str:
        return os.path.join(self.top, name[:2], name[2:])

    def _make(self, folder: str) -> None:
        os.makedirs(self.top, mode=0o700, exist_ok=True)
        ignored = os.path.join(self.top, _IGNORED)
        if not os.path.exists(ignored):
            with open(ignored, "w", encoding="utf-8") as file:
                file.write("*\n")
        os.makedirs(folder, exist_ok=True)
