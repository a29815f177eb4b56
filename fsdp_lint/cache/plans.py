"""Which programs a project has, as an earlier run found out, where none of the files that decide on it has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from fsdp_lint.cache.seen import Seen, is_same
from fsdp_lint.cache.skims import Skims
from fsdp_lint.checked import Looks, Programs
from fsdp_lint.files.skimming import Skimmed


class Plan(NamedTuple):
    """The programs of a project, by the path of the file in which one may begin, and what was looked at to find them.

    All paths are absolute, for a run from elsewhere, or over a part of the project, finds the same.
    """

    programs: Mapping[str, Sequence[str] | None]
    seen: Mapping[str, Seen]


class Planning:
    """Recalls and keeps the plan of a project."""

    def __init__(self, files: Sequence[Skimmed], skims: Skims) -> None:
        self._skims = skims
        self._names = {skims.path(one.found.name): one.found.name for one in files}
        self._paths = list(self._names)
        self._places = {path: place for place, path in enumerate(self._paths)}

    def recalled(self) -> tuple[Programs, Looks] | None:
        """What an earlier run found, if nothing has changed that it hangs on."""
        kept = self._skims.results.find("plan", self._parts())
        if kept is None:
            return None
        plan: Plan = kept.result
        if not all(self._is_same(path, seen) for path, seen in plan.seen.items()):
            return None
        programs = {
            self._places[start]: None if program is None else [self._places[path] for path in program]
            for start, program in plan.programs.items()
        }
        return programs, Looks(
            {self._names[path]: seen.content for path, seen in plan.seen.items() if seen.content},
            {self._names[path]: dict(seen.told) for path, seen in plan.seen.items()},
        )

    def keep(self, programs: Programs, looks: Looks) -> None:
        """Keep what was found, and what it hangs on, for later runs."""
        skims = self._skims
        plan = Plan(
            {
                self._paths[start]: None if program is None else [self._paths[place] for place in program]
                for start, program in programs.items()
            },
            {
                skims.path(name): Seen(
                    skims.signatures[name], skims.marks[name], looks.read.get(name, b""), looks.told.get(name, {})
                )
                for name in {*looks.read, *looks.told}
            },
        )
        skims.results.keep("plan", self._parts(), plan)

    def _is_same(self, path: str, seen: Seen) -> bool:
        name = self._names[path]
        return is_same(name, seen, self._skims.signatures[name], lambda: self._skims.data(name))

    def _parts(self) -> Iterator[bytes]:
        for path in sorted(self._paths):
            yield os.fsencode(path)
            yield self._skims.marks[self._names[path]]
