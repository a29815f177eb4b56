"""The files of one run, each read and outlined at most once, and only when somebody asks."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fsdp_lint.cache.results import NO_RESULTS, Results, digest
from fsdp_lint.checked import Looks
from fsdp_lint.files.mentions import QUESTIONS
from fsdp_lint.files.reading import Texts, parses
from fsdp_lint.files.skimming import Skimmed
from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.processes import each

if TYPE_CHECKING:
    from fsdp_lint.extract.facts import Anchor
    from fsdp_lint.extract.outline import Outline
    from fsdp_lint.judging import Verdict
    from fsdp_lint.link.demand import Demand


class Project:
    """The files that are given and those around them, by their places in `files`.

    What takes time is taken from `results` where an earlier run kept it there.
    """

    def __init__(self, files: Sequence[Skimmed], at_hand: Mapping[str, bytes], results: Results = NO_RESULTS) -> None:
        self.files = files
        self.results = results
        self.looks = Looks({}, {})
        self.texts = Texts(at_hand, self._note)
        self._outlines: dict[int, Outline | None] = {}
        self._wrapping: dict[int, Collection[str]] = {}
        self._told: dict[int, dict[str, bool]] = {}

    def _note(self, name: str, data: bytes) -> None:
        if self.results.folder is not None:
            self.looks.read[name] = digest([data])

    def noticed(self) -> Looks:
        """What was looked at since this was asked last."""
        looks, self.looks = self.looks, Looks({}, {})
        return looks

    def source(self, file: int) -> Source | None:
        """A file's source, None if it cannot be read."""
        return self.texts.source(self.files[file].found)

    def outline(self, file: int) -> Outline | None:
        """A file in outline, None where it cannot be read."""
        if file not in self._outlines:
            source = self.source(file)
            self._outlines[file] = None if source is None else self._kept_outline(source.text)
        return self._outlines[file]

    def _kept_outline(self, text: str) -> Outline | None:
        from fsdp_lint.extract.from_tokens import outline

        return self.results.of("outline", lambda: [text.encode("utf-8", "surrogatepass")], partial(outline, text))

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
        return source is not None and self._tells(file, "compiles") and may_compile(source.text)

    def names_parameters(self, file: int) -> bool:
        """Whether a file's bytes name parameters."""
        return self._tells(file, "names_parameters")

    def names_names(self, file: int) -> bool:
        """Whether a file's bytes name what yields the names of parameters."""
        return self._tells(file, "names_names")

    def names_settings(self, file: int) -> bool:
        """Whether a file's bytes name what decides on a wrapper's losses."""
        return self._tells(file, "names_settings")

    def filled(self, file: int) -> frozenset[str]:
        """The names of a file that functions of it put something into."""
        from fsdp_lint.extract.occurrences import filled

        source = self.source(file)
        return frozenset() if source is None else filled(source.text)

    def _tells(self, file: int, question: str) -> bool:
        """The answer of a file's bytes to a question, which is asked once."""
        known = self._told.setdefault(file, {})
        if question not in known:
            known[question] = QUESTIONS[question](self._data(file))
            self.looks.told.setdefault(self.files[file].found.name, {})[question] = known[question]
        return known[question]

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
            if found is None or found.may_find():
                return True
        source = self.source(file) if one.found.explicit else None
        return source is not None and not parses(source.text)

    def judge(self, program: Sequence[Source], called: frozenset[Anchor] = frozenset()) -> Verdict:
        """The verdict on a program (see `judging.judge`)."""
        from fsdp_lint.judging import judge

        def parts() -> Iterator[bytes]:
            yield repr(sorted(called)).encode()
            for source in program:
                yield from (os.fsencode(source.name), os.fsencode(source.absolute()))
                yield from (source.text.encode("utf-8", "surrogatepass"), repr(source.cells).encode())

        return self.results.of("verdict", parts, partial(judge, program, called))

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
