"""A program: the facts of its files and how they import each other."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from fsdp_lint.extract.facts import Facts


class File(NamedTuple):
    """One file of a program; `module` is its dotted name from the top of the file system: `home.me.project.train`."""

    facts: Facts
    module: str
    package: bool


class Program(NamedTuple):
    """The files, and every dotted suffix of a module's name under which it can be meant."""

    files: tuple[File, ...]
    by_name: dict[str, int]

    def resolve(self, importer: int, module: str, level: int) -> int | None:
        """The file that `module` (with `level` leading dots) means in the file `importer`, None if it is outside."""
        own = self.files[importer]
        base = own.module.split(".") if own.package else own.module.split(".")[:-1]
        if level:
            base = base[: len(base) - (level - 1)]
            return self.by_name.get(".".join([*base, *([module] if module else [])]))
        for depth in range(len(base), -1, -1):
            found = self.by_name.get(".".join([*base[:depth], module]))
            if found is not None and found != importer:
                return found
        return None


def link(files: list[tuple[PurePath, Facts]]) -> Program:
    """The program of these files; paths are absolute, so that the folders tell which module is which."""
    linked: list[File] = []
    by_name: dict[str, int] = {}
    for path, facts in files:
        parts = [*path.parts[1:-1], path.stem]
        package = path.stem == "__init__"
        if package:
            parts.pop()
        module = ".".join(parts)
        by_name[module] = len(linked)
        linked.append(File(facts, module, package))
    return Program(tuple(linked), by_name)
