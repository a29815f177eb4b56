"""Demand: which files make a program together, so that nothing is parsed that need not be.

A file that names a wrapper leads to a wrap through some of its definitions; so does a file that imports one of those,
and so on. Where something in such a file also acts (builds an optimizer, freezes, clips), or uses a definition from
another file that does, a program begins, and is judged from there. It has this file, and of all that its definitions
use from other files what leads to a wrap, what acts or selects parameters, what is inherited from, and what may hold
settings.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from fsdp_lint.extract.outline import NO_LEADS, STAR, UNITS, Imported, Leads, Outline
from fsdp_lint.files.skimming import Skimmed
from fsdp_lint.link.modules import Modules

WORDS = re.compile(r"\w+|\*")
DEEPEST = 2
"""How many imports a use is followed through files that do not name parameters, to one that does."""

COMPILED = 2
"""How many imports what compiles a model is followed through."""

MOST_IMPORTERS = 40
"""How many files may import what leads to a wrap; what more of them import is a library's foundation."""

MOST_FILES = 20
MOST_BYTES = 150_000
"""Of a program, beside the file in which it begins; what lies further away, by imports, is unknown to it."""

SMALL = 20_000
"""Bytes up to which a file may connect others whatever it names; a larger one must name parameters to be looked into.

A file that only passes names on, as a package's does, is short.
"""

MOST_OUTLINED = 100
MOST_OUTLINED_A_WRAP = 8
"""Files that are looked into for what leads to a wrap, in all and for each that names a wrapper, the nearest first."""

MOST_STARS = 12
"""Of how many modules a package may import all, for a name to be looked for in them; the longest lists are lazy."""


def _under(module: str, name: str) -> str:
    """A name in a module as one dotted name: `a.b`, `.b`."""
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


class Origin(NamedTuple):
    """Where an imported name comes from: a file, and the name there, None where the file itself is meant."""

    file: int
    name: str | None


class Files(Protocol):
    """What is asked of the files of a project, by their places."""

    files: Sequence[Skimmed]

    def outline(self, file: int) -> Outline | None:
        """A file in outline, None where it cannot be parsed."""

    def may_wrap(self, file: int) -> bool:
        """Whether a file's code may hand something to a wrapper, or compile it."""

    def may_shard(self, file: int) -> bool:
        """Whether a file's code may hand something to a wrapper that does more than to compile."""

    def names_parameters(self, file: int) -> bool:
        """Whether a file's bytes name parameters."""

    def names_names(self, file: int) -> bool:
        """Whether a file's bytes name what yields the names of parameters."""

    def names_settings(self, file: int) -> bool:
        """Whether a file's bytes name what decides on a wrapper's losses."""

    def filled(self, file: int) -> frozenset[str]:
        """The names of a file that functions of it put something into."""


def _imported(leading: frozenset[str], imported: Imported, origin: Origin, used: AbstractSet[str]) -> Iterator[str]:
    """What an import makes of the leading names of the file that it imports from; `used` are the importer's names."""
    for name in leading - {""}:
        first, dot, method = name.partition(".")
        if origin.name == STAR or (origin.name is None and (first in used or method in used)):
            yield name
        elif first == origin.name:
            yield f"{imported.bound}{dot}{method}"


def _with_module_level(names: AbstractSet[str], outline: Outline) -> AbstractSet[str]:
    """The names, with the module's level itself ("") where one of them is used there."""
    return names if names.isdisjoint(outline.uses.get("", ())) else names | {""}


class Demand:
    """The search: outlines of files, and in each the names that lead to a wrap."""

    def __init__(self, project: Files, modules: Modules) -> None:
        self.project = project
        self.modules = modules
        self.leads: dict[int, Leads] = {}
        self.leading: dict[int, frozenset[str]] = {}
        self._acting: dict[tuple[Origin, bool, int], bool] = {}
        self._needed: dict[Origin, list[Origin]] = {}
        self._registered: dict[Origin, set[Origin]] = {}
        self._importers: dict[str, list[tuple[int, str, str]]] = {}
        for index, one in enumerate(project.files):
            for module, names in one.imports:
                self._importers.setdefault(module.rpartition(".")[2], []).append((index, module, names))
        self._follow_wraps()

    def program(self, start: int) -> list[int] | None:
        """The files of the program that begins in a file, that one first; None if it begins none, or needs no other."""
        if start not in self.leading or not self.begins(start):
            return None
        needed = self.needed(start)
        if len(needed) < 2 or not self._may_lose(needed):
            return None
        return [start, *sorted(needed - {start})]

    def begins(self, file: int) -> bool:
        """Whether a file's own code brings a wrap and an act together; one that only passes names on does not."""
        outline = self.project.outline(file)
        if outline is None or not any(self._leads(name, outline, file) for name in outline.uses):
            return False
        leads = self._leads_of(file, outline).all()
        wraps = _with_module_level(leads, outline)
        if outline.unites(wraps, outline.acts):
            return True
        acting = {name for name, origin in self._used(file, outline.involved(self.leading[file])) if self.acts(origin)}
        return bool(acting) and outline.unites(wraps, _with_module_level(acting, outline))

    def _may_lose(self, files: Iterable[int]) -> bool:
        """Whether something that a program does may be lost in it: names alone where it does no more than compile."""
        return any(self.project.may_shard(file) or self.project.names_names(file) for file in files)

    def _leads(self, name: str, outline: Outline, file: int) -> bool:
        """Whether a definition of a file leads to a wrap by what it uses, and not only by what it inherits."""
        leading = self.leading[file]
        if name in outline.wraps:
            return True
        return name in leading and any(one.rpartition(".")[2] in outline.uses[name] for one in leading)

    def needed(self, start: int) -> frozenset[int]:
        """The files of the program that begins in a file, the nearest ones as far as they are allowed."""
        found = {start}
        room = MOST_BYTES
        outline = self.project.outline(start)
        used = frozenset[str]() if outline is None else outline.involved(self.leading[start])
        waiting = deque(self._wanted(start, used))
        seen: set[Origin] = set(waiting)
        while waiting and len(found) < MOST_FILES:
            file, name = waiting.popleft()
            if file not in found:
                room -= self.project.files[file].size
                if room < 0:
                    break
                found.add(file)
            for origin in self._needs(Origin(file, name)):
                if origin not in seen:
                    seen.add(origin)
                    waiting.append(origin)
        return frozenset(found)

    def _needs(self, origin: Origin) -> list[Origin]:
        """What a definition needs of other files."""
        if origin not in self._needed:
            names = () if origin.name is None else (origin.name,)
            self._needed[origin] = list(dict.fromkeys(self._wanted(origin.file, names)))
        return self._needed[origin]

    def acts(self, origin: Origin, selecting: bool = False, depth: int = 0) -> bool:
        """Whether a definition builds an optimizer, freezes or clips, itself or through others.

        With `selecting`, also whether it names collections of parameters.
        """
        key = (origin, selecting, depth)
        if key not in self._acting:
            self._acting[key] = False  # while it is worked out, for what uses itself
            self._acting[key] = self._finds_act(origin, selecting, depth)
        return self._acting[key]

    def _finds_act(self, origin: Origin, selecting: bool, depth: int) -> bool:
        file, name = origin
        if not self._may_connect(file):
            return False
        outline = None if name is None else self.project.outline(file)
        if outline is None or name is None:
            return self.project.names_parameters(file)
        reached = outline.reached((name,))
        if not outline.acts.isdisjoint(reached) or (selecting and not outline.selects.isdisjoint(reached)):
            return True
        if depth == DEEPEST:
            return False
        return any(self.acts(one, selecting, depth + 1) for _, one in self._used(file, (name,)))

    def _may_connect(self, file: int) -> bool:
        """Whether a file can be part of a program that begins elsewhere, for what it does with parameters."""
        size = self.project.files[file].size
        return size <= SMALL or (size <= MOST_BYTES and self.project.names_parameters(file))

    def _follow_wraps(self) -> None:
        """From the files that name a wrapper to those that import what leads to one.

        What only compiles is followed for `COMPILED` imports: it loses little, and libraries are full of it.
        """
        files = self.project.files
        waiting = deque(
            (file, None if self.project.may_shard(file) else COMPILED)
            for file in range(len(files))
            if self.project.may_wrap(file)
        )
        most = MOST_OUTLINED + MOST_OUTLINED_A_WRAP * len(waiting)
        outlined: set[int] = set()
        while waiting and len(outlined) < most:
            file, further = waiting.popleft()
            outlined.add(file)
            outline = self.project.outline(file)
            if outline is None:
                continue
            leads = outline.leading_to(self._leads_of(file, outline))
            new = leads.all() - self.leading.get(file, frozenset())
            if new or leads != self.leads.get(file, NO_LEADS):
                self.leads[file] = leads
                self.leading[file] = leads.all()
                waiting += self._followed(file, new, further, waiting)
                waiting += ((one, further) for one in self._registering(file, outline, leads.sure))

    def _registering(self, file: int, outline: Outline, leading: AbstractSet[str]) -> Iterator[int]:
        """The files with tables in which decorators of theirs keep what leads to a wrap in this file."""
        decorators = {one.bound: one for one in outline.imports if one.bound in outline.decorators}
        leading = {name.partition(".")[0] for name in leading} & outline.uses.keys() if decorators else set()
        for name in sorted(leading):
            used = outline.uses[name]
            for origin in [self._origin(file, decorators[one]) for one in used & decorators.keys()]:
                for table in () if origin is None else self._tables(origin, used):
                    kept = self._registered.setdefault(table, set())
                    if Origin(file, name) not in kept:
                        kept.add(Origin(file, name))
                        yield table.file

    def _tables(self, decorator: Origin, used: AbstractSet[str]) -> Iterator[Origin]:
        """The tables of a decorator's file that it puts something into, if it is of that file."""
        file, name = decorator
        outline = self.project.outline(file) if self._may_connect(file) else None
        if outline is not None:
            names = {name} if name is not None else used & outline.uses.keys()
            filled = outline.reached(names & outline.uses.keys()) & self.project.filled(file)
            yield from (Origin(file, one) for one in sorted((filled | names) & outline.statements))

    def _registered_in(self, file: int, names: AbstractSet[str]) -> list[Origin]:
        """What the tables of a file among these names hold."""
        return sorted(origin for name in names for origin in self._registered.get(Origin(file, name), ()))

    def _followed(
        self, file: int, new: frozenset[str], further: int | None, waiting: Collection[tuple[int, int | None]]
    ) -> list[tuple[int, int | None]]:
        """The files that import something new from a file, and for how many imports they are followed on."""
        if further == 0:
            return []
        importing = set(self._importing(file, new))
        if len(importing) > MOST_IMPORTERS:
            return []
        if further is not None:
            importing = {one for one in importing if self._may_connect(one)}
        on = None if further is None else further - 1
        return [(one, on) for one in sorted(importing) if (one, on) not in waiting]

    def _leads_of(self, file: int, outline: Outline) -> Leads:
        """What leads to a wrap in a file before its definitions are followed: its own wraps, and what it imports."""
        sure = {*outline.wraps, *(table.name for table in self._registered if table.file == file and table.name)}
        guessed: set[str] = set()
        used = frozenset[str]().union(*outline.uses.values())
        for imported in outline.imports:
            origin = self._origin(file, imported)
            leads = None if origin is None else self.leads.get(origin.file)
            if origin is not None and leads is not None:
                sure.update(_imported(leads.sure, imported, origin, used))
                guessed.update(_imported(leads.guessed, imported, origin, used))
        return Leads(frozenset(sure), frozenset(guessed - sure))

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
        outline = self.project.outline(file)
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

    def _used(self, file: int, definitions: Iterable[str]) -> Iterator[tuple[str, Origin]]:
        """The names by which these definitions use what is in other files, and where it comes from."""
        outline = self.project.outline(file)
        if outline is not None:
            yield from self._origins(file, outline, outline.reached(definitions))

    def _origins(self, file: int, outline: Outline, used: AbstractSet[str]) -> Iterator[tuple[str, Origin]]:
        """The names among those used that imports bind, with where they come from."""
        stars = list(self._stars(file, outline))
        for star in stars if len(stars) <= MOST_STARS else ():
            yield from ((name, Origin(star, name)) for name in used - outline.uses.keys() if self._exports(star, name))
        for imported in outline.imports:
            origin = self._origin(file, imported) if imported.bound in used else None
            if origin is None:
                continue
            if origin.name is None:
                inside = self._bound_in(origin.file) & used
                yield from ((imported.bound, Origin(origin.file, name)) for name in inside or (None,))
            elif origin.name != STAR:
                yield imported.bound, origin

    def _bound_in(self, file: int) -> frozenset[str]:
        outline = self.project.outline(file) if file in self.leading or self._may_connect(file) else None
        return frozenset() if outline is None else frozenset((*outline.uses, *(one.bound for one in outline.imports)))

    def _wanted(self, file: int, definitions: Iterable[str]) -> Iterator[Origin]:
        """Of what these definitions use from other files, what a program needs."""
        outline = self.project.outline(file)
        if outline is None:
            return
        inherited = frozenset[str]().union(*outline.bases.values())
        used = outline.reached(definitions)
        decisive = outline.reached(self.leading.get(file, ()), annotated=True)
        for name, origin in self._origins(file, outline, outline.reached(definitions, annotated=True)):
            if (name in decisive and self._sets(origin)) or (
                name in used
                and (
                    self._leads_there(origin)
                    or name in inherited
                    or name in outline.calls_back
                    or self.acts(origin, selecting=True)
                )
            ):
                yield origin
        yield from self._registered_in(file, used)

    def _leads_there(self, origin: Origin) -> bool:
        leading = self.leading.get(origin.file, frozenset())
        return bool(leading) and any(origin.name in (None, name.partition(".")[0]) for name in leading)

    def _sets(self, origin: Origin, depth: int = 0) -> bool:
        """Whether a definition may say with which flags a wrapper is called."""
        file, name = origin
        may_set = depth or self.project.names_settings(file) or (name is not None and UNITS.search(name))
        outline = self.project.outline(file) if may_set else None
        if outline is None:
            return False
        if name is None or name in outline.uses:
            return bool(outline.settings) if name is None else name in outline.settings
        return depth < DEEPEST and any(self._sets(one, depth + 1) for _, one in self._used(file, (name,)))
