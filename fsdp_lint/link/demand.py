"""Demand: which files make a program together, so that nothing is parsed that need not be.

A file that names a wrapper leads to a wrap through some of its definitions; so does a file that imports one of those,
and so on. Where such a file also acts (selects parameters, builds an optimizer, freezes, clips), or uses a definition
from another file that does, a program begins, and is judged from there. It has this file, and of all that its
definitions use from other files what leads to a wrap, what acts, what is inherited from, and what may hold settings.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Optional

from fsdp_lint.extract.outline import STAR, Imported, Outline
from fsdp_lint.files.skimming import Skimmed
from fsdp_lint.link.modules import Modules

OutlineOf = Callable[[int], Optional[Outline]]
WORDS = re.compile(r"\w+|\*")
DEEPEST = 2
"""How many imports a use is followed through files that do not name parameters, to one that does."""

MOST_IMPORTERS = 40
"""How many files may import what leads to a wrap; what more of them import is a library's foundation."""

MOST_FILES = 20
MOST_BYTES = 150_000
"""Of a program, beside the file in which it begins; what lies further away, by imports, is unknown to it."""

MOST_OUTLINED = 300
"""Files that are looked into, the nearest ones to the wrappers first, for what leads to a wrap."""

MOST_STARS = 12
"""Of how many modules a package may import all, for a name to be looked for in them; the longest lists are lazy."""


def _under(module: str, name: str) -> str:
    """A name in a module as one dotted name: `a.b`, `.b`."""
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


class Origin(NamedTuple):
    """Where an imported name comes from: a file, and the name there, None where the file itself is meant."""

    file: int
    name: str | None


def programs(files: Sequence[Skimmed], modules: Modules, outline_of: OutlineOf) -> list[list[int]]:
    """The programs of several files, each as places in `files`, the file where it begins first.

    A program that needs no other file than that one is left out.
    """
    demand = Demand(files, modules, outline_of)
    needed = {file: demand.needed(file) for file in sorted(demand.leading) if demand.begins(file)}
    return [[file, *sorted(others - {file})] for file, others in needed.items() if len(others) > 1]


class Demand:
    """The search: outlines of files, and in each the names that lead to a wrap."""

    def __init__(self, files: Sequence[Skimmed], modules: Modules, outline_of: OutlineOf) -> None:
        self.files = files
        self.modules = modules
        self.outline_of = outline_of
        self.outlines: dict[int, Outline | None] = {}
        self.leading: dict[int, frozenset[str]] = {}
        self._acting: dict[Origin, bool] = {}
        self._importers: dict[str, list[tuple[int, str, str]]] = {}
        for index, one in enumerate(files):
            for module, names in one.imports:
                self._importers.setdefault(module.rpartition(".")[2], []).append((index, module, names))
        self._follow_wraps()

    def outline(self, file: int) -> Outline | None:
        """A file in outline, None where it cannot be parsed."""
        if file not in self.outlines:
            self.outlines[file] = self.outline_of(file)
        return self.outlines[file]

    def begins(self, file: int) -> bool:
        """Whether a file's own code brings a wrap and an act together; one that only passes names on does not."""
        outline = self.outline(file)
        if outline is None or not any(self._leads(name, outline, file) for name in outline.uses):
            return False
        return bool(outline.acts) or any(self.acts(one) for _, one in self._used(file, outline.uses))

    def _leads(self, name: str, outline: Outline, file: int) -> bool:
        """Whether a definition of a file leads to a wrap by what it uses, and not only by what it inherits."""
        if name in outline.wraps:
            return True
        bare = {one.rpartition(".")[2] for one in self.leading[file]}
        return name in self.leading[file] and not bare.isdisjoint(outline.uses[name])

    def needed(self, start: int) -> frozenset[int]:
        """The files of the program that begins in a file, the nearest ones as far as they are allowed."""
        found = {start}
        room = MOST_BYTES
        outline = self.outline(start)
        waiting = deque(self._wanted(start, outline.uses) if outline is not None else ())
        seen: set[Origin] = set(waiting)
        while waiting and len(found) < MOST_FILES:
            file, name = waiting.popleft()
            if file not in found:
                room -= self.files[file].size
                if room < 0:
                    break
                found.add(file)
            for origin in self._wanted(file, () if name is None else (name,)):
                if origin not in seen:
                    seen.add(origin)
                    waiting.append(origin)
        return frozenset(found)

    def acts(self, origin: Origin, depth: int = 0) -> bool:
        """Whether a definition selects parameters, builds an optimizer, freezes or clips, itself or through others."""
        if origin not in self._acting:
            self._acting[origin] = False  # while it is worked out, for what uses itself
            self._acting[origin] = self._finds_act(origin, depth)
        return self._acting[origin]

    def _finds_act(self, origin: Origin, depth: int) -> bool:
        file, name = origin
        if name is None:
            return self.files[file].selects
        outline = self.outline(file)
        if outline is None:
            return self.files[file].selects
        if not outline.acts.isdisjoint(outline.reached((name,))):
            return True
        if depth == DEEPEST:
            return False
        return any(self.acts(one, depth + 1) for _, one in self._used(file, (name,)))

    def _follow_wraps(self) -> None:
        """From the files that name a wrapper to those that import what leads to one."""
        waiting = deque(index for index, one in enumerate(self.files) if one.wraps)
        while waiting and len(self.outlines) < MOST_OUTLINED:
            file = waiting.popleft()
            outline = self.outline(file)
            if outline is None:
                continue
            names = outline.leading_to(outline.wraps | frozenset(self._leading_imports(file, outline)))
            new = names - self.leading.get(file, frozenset())
            if new:
                self.leading[file] = names
                importing = set(self._importing(file, new))
                if len(importing) <= MOST_IMPORTERS:
                    waiting += sorted(importing.difference(waiting))

    def _leading_imports(self, file: int, outline: Outline) -> Iterator[str]:
        used = frozenset[str]().union(*outline.uses.values())
        for imported in outline.imports:
            origin = self._origin(file, imported)
            leading = frozenset[str]() if origin is None else self.leading.get(origin.file, frozenset())
            if origin is None or not leading:
                continue
            for name in leading - {""}:
                first, dot, method = name.partition(".")
                if origin.name == STAR or (origin.name is None and (first in used or method in used)):
                    yield name
                elif first == origin.name:
                    yield f"{imported.bound}{dot}{method}"

    def _importing(self, file: int, names: frozenset[str]) -> Iterator[int]:
        """The files that import one of these names from a file, by what stands in their import statements."""
        names = frozenset(name.partition(".")[0] for name in names)
        parts = self.modules.all[file].name.split(".")
        below = frozenset(parts[-1:])
        for index, module, text in self._importers.get(parts[-1], ()):
            words = frozenset(WORDS.findall(text))
            if (not words or STAR in words or not names.isdisjoint(words)) and self._means(index, module, file):
                yield index
        for index, module, text in (*self._importers.get("".join(parts[-2:-1]), ()), *self._importers.get("", ())):
            if not below.isdisjoint(WORDS.findall(text)) and self._means(index, _under(module, parts[-1]), file):
                yield index

    def _means(self, importer: int, dotted: str, file: int) -> bool:
        name = dotted.lstrip(".")
        return importer != file and self.modules.resolve(importer, name, len(dotted) - len(name)) == file

    def _origin(self, file: int, imported: Imported) -> Origin | None:
        """What an import means; a name in a package that is a module of it as well is whatever the package binds."""
        module, level, name = imported.module, imported.level, imported.name
        source = self.modules.resolve(file, module, level)
        if name is None or name == STAR:
            return None if source is None or source == file else Origin(source, name)
        inner = self.modules.resolve(file, _under(module, name) if module else name, level) if module or level else None
        if inner is not None and (source is None or source == file or not self._exports(source, name)):
            return Origin(inner, None)
        return None if source is None or source == file else Origin(source, name)

    def _exports(self, file: int, name: str, depth: int = 0) -> bool:
        """Whether a file binds a name itself, by an import, or through the star imports of others."""
        outline = self.outline(file)
        if outline is None or depth > DEEPEST:
            return False
        if name in outline.uses or any(one.bound == name for one in outline.imports):
            return True
        stars = list(self._stars(file, outline))
        return len(stars) <= MOST_STARS and any(self._exports(one, name, depth + 1) for one in stars)

    def _stars(self, file: int, outline: Outline) -> Iterator[int]:
        for imported in outline.imports:
            if imported.name == STAR:
                origin = self._origin(file, imported)
                if origin is not None:
                    yield origin.file

    def _used(
        self, file: int, definitions: Iterable[str], annotated: bool = False
    ) -> Iterator[tuple[Imported, Origin]]:
        """What these definitions use from other files, and where it comes from."""
        outline = self.outline(file)
        if outline is None:
            return
        used = outline.reached(definitions, annotated)
        for imported in outline.imports:
            origin = self._origin(file, imported) if imported.bound in used or imported.name == STAR else None
            if origin is None:
                continue
            if imported.name == STAR:
                for name in used:
                    if name not in outline.uses and self._exports(origin.file, name):
                        yield imported._replace(bound=name), Origin(origin.file, name)
            elif origin.name is None:
                inside = self._bound_in(origin.file) & used
                yield from ((imported, Origin(origin.file, name)) for name in inside or (None,))
            else:
                yield imported, origin

    def _bound_in(self, file: int) -> frozenset[str]:
        outline = self.outline(file)
        return frozenset() if outline is None else frozenset((*outline.uses, *(one.bound for one in outline.imports)))

    def _wanted(self, file: int, definitions: Iterable[str]) -> Iterator[Origin]:
        """Of what these definitions use from other files, what a program needs."""
        outline = self.outline(file)
        if outline is None:
            return
        inherited = frozenset[str]().union(*outline.bases.values())
        used = outline.reached(definitions)
        decisive = outline.reached(self.leading.get(file, ()), annotated=True)
        for imported, origin in self._used(file, definitions, annotated=True):
            leads = self.leading.get(origin.file, frozenset())
            if (imported.bound in decisive and self._sets(origin)) or (
                imported.bound in used
                and (
                    any(origin.name in (None, name.partition(".")[0]) for name in leads)
                    or imported.bound in inherited
                    or imported.bound in outline.calls_back
                    or self.acts(origin)
                )
            ):
                yield origin

    def _sets(self, origin: Origin, depth: int = 0) -> bool:
        """Whether a definition may say with which flags a wrapper is called."""
        file, name = origin
        outline = self.outline(file) if self.files[file].sets or depth else None
        if outline is None:
            return False
        if name is None or name in outline.uses:
            return bool(outline.settings) if name is None else name in outline.settings
        return depth < DEEPEST and any(self._sets(one, depth + 1) for _, one in self._used(file, (name,)))
