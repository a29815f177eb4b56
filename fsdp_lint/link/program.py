"""A program: the facts of its files and how they import each other."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from fsdp_lint.extract.facts import Facts
from fsdp_lint.link.modules import Modules

START = 0
"""The place, in a program, of the file in which it begins."""


class File(NamedTuple):
    """One file of a program; `module` is its dotted name from the top of the file system: `home.me.project.train`."""

    facts: Facts
    module: str
    package: bool


class Program(NamedTuple):
    """The files, and which of them an import means. The program begins in the first; the others are what it imports."""

    files: tuple[File, ...]
    modules: Modules

    def resolve(self, importer: int, module: str, level: int) -> int | None:
        """The file that `module` (with `level` leading dots) means in the file `importer`, None if it is outside."""
        return self.modules.resolve(importer, module, level)


def link(files: list[tuple[PurePath, Facts]]) -> Program:
    """The program of these files; paths are absolute, so that the folders tell which module is which."""
    modules = Modules([path for path, _ in files])
    linked = [File(facts, module.name, module.package) for (_, facts), module in zip(files, modules.all)]
    return Program(tuple(linked), modules)
