"""The files of one run, each read and outlined at most once, and only when somebody asks."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from fsdp_lint.files.reading import Texts, parses
from fsdp_lint.files.skimming import Skimmed
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.libraries.mentions import compiles, names_parameters, names_settings
from fsdp_lint.processes import each

if TYPE_CHECKING:
    from fsdp_lint.extract.outline import Outline
    from fsdp_lint.link.demand import Demand


class Project:
    """The files that are given and those around them, by their places in `files`."""

    def __init__(self, files: Sequence[Skimmed], at_hand: Mapping[str, bytes]) -> None:
        self.files = files
        self.texts = Texts(at_hand)
        self._outlines: dict[int, Outline | None] = {}
        self._wrapping: dict[int, Collection[str]] = {}
        self._names_parameters: dict[int, bool] = {}

    def source(self, file: int) -> Source | None:
        """A file's source, None if it cannot be read."""
        return self.texts.source(self.files[file].found)

    def outline(self, file: int) -> Outline | None:
        """A file in outline, None where it cannot be read or parsed."""
        if file not in self._outlines:
            from fsdp_lint.extract.outline import outline

            source = self.source(file)
            self._outlines[file] = None if source is None else outline(source.text)
        return self._outlines[file]

    def may_wrap(self, file: int) -> bool:
        """Whether a file's code may hand something to a wrapper, or compile it."""
        return bool(self._uses(file))

    def may_shard(self, file: int) -> bool:
        """Whether a file's code may hand something to a wrapper that does more than to compile."""
        return "shards" in self._uses(file)

    def _uses(self, file: int) -> Collection[str]:
        if not self.files[file].wraps:
            return ()
        if file not in self._wrapping:
            from fsdp_lint.extract.occurrences import used

            source = self.source(file)
            self._wrapping[file] = () if source is None else used(source.text)
        return self._wrapping[file]

    def _may_compile(self, file: int) -> bool:
        from fsdp_lint.extract.occurrences import may_compile

        source = self.source(file)
        return source is not None and compiles(self._data(file)) and may_compile(source.text)

    def names_parameters(self, file: int) -> bool:
        """Whether a file's bytes name parameters."""
        if file not in self._names_parameters:
            self._names_parameters[file] = names_parameters(self._data(file))
        return self._names_parameters[file]

    def names_names(self, file: int) -> bool:
        """Whether a file's bytes name what yields the names of parameters."""
        return b"named_" in self._data(file) or b"state_dict" in self._data(file)

    def names_settings(self, file: int) -> bool:
        """Whether a file's bytes name what decides on a wrapper's losses."""
        return names_settings(self._data(file))

    def _data(self, file: int) -> bytes:
        try:
            return self.texts.data(self.files[file].found)
        except UnreadableError:
            return b""

    def is_judged(self, file: int) -> bool:
        """Whether a file is looked into by itself.

        One that was given by name always is, so that whatever is wrong with it is told (where Python can parse it,
        nothing is); one that a walk found only if it may hold a finding: what it cannot do wrong need not be readable.
        """
        one = self.files[file]
        if one.alone and (self.may_wrap(file) or self._may_compile(file)):
            found = self.outline(file)
            return found is None or found.may_find()
        source = self.source(file) if one.found.explicit else None
        return source is not None and not parses(source.text)

    def demand(self, jobs: int) -> Demand | None:
        """The search for programs of several files, None where there can be none."""
        if len(self.files) < 2 or not any(one.wraps for one in self.files):
            return None
        from pathlib import PurePath

        from fsdp_lint.link.demand import Demand
        from fsdp_lint.link.modules import Modules

        wrapping = [place for place in range(len(self.files)) if self.may_wrap(place)]
        outlines = each(self.outline, wrapping, lambda place: self.files[place].size, jobs)
        self._outlines.update(zip(wrapping, outlines))
        return Demand(self, Modules([PurePath(os.path.abspath(one.found.name)) for one in self.files]))
