"""Which file an import means: by its place beside, above or in the packages around the importer."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from fsdp_lint.libraries import KNOWN_PATHS

ROOTS = frozenset(("src", "lib", "python"))
"""Folders that hold packages and are none themselves, though scripts beside them import what they hold."""


LIBRARIES = frozenset(
    (
        *(
            "accelerate",
            "click",
            "deepspeed",
            "fairscale",
            "fire",
            "hydra",
            "lightning",
            "omegaconf",
            "pytorch_lightning",
        ),
        *("torch", "transformers", "typer", *getattr(sys, "stdlib_module_names", ("argparse", "functools", "os"))),
    )
)
"""What a file inside a package means by these names is never the file beside it that is called so."""

IN_TABLES = frozenset(
    ".".join(parts[:depth]) for parts in (path.split(".") for path in KNOWN_PATHS) for depth in range(1, len(parts))
)


class Module(NamedTuple):
    """A file's dotted name from the top of the file system, `home.me.project.train`, and if it is a package's."""

    name: str
    package: bool


class Modules:
    """The modules of some files, by their places in the sequence."""

    def __init__(self, paths: Sequence[PurePath]) -> None:
        self.all: list[Module] = [_module(path) for path in paths]
        self._by_name = {module.name: index for index, module in enumerate(self.all)}
        self._packages = {module.name for module in self.all if module.package}
        self._by_import = self._import_names()

    def named(self, name: str) -> int | None:
        """The file with this dotted name from the top of the file system."""
        return self._by_name.get(name)

    def resolve(self, importer: int, module: str, level: int) -> int | None:
        """The file that `module` (with `level` leading dots) means in the file `importer`, None if it is outside.

        An absolute name is looked for in the importer's folder and in those above that are no packages, then among the
        packages that lie elsewhere, as an installed project (`src/`) or a longer search path would show them, and last,
        for a script in the middle of a package, in the packages' own folders, if it is no library's name.
        What the libraries' tables name is the library's, also in a project that has a copy of the library in it.
        """
        if not level and module in IN_TABLES:
            return None
        own = self.all[importer]
        base = own.name.split(".") if own.package else own.name.split(".")[:-1]
        if level:
            base = base[: len(base) - (level - 1)]
            return self._by_name.get(".".join([*base, *([module] if module else [])]))
        folders = [".".join(base[:depth]) for depth in range(len(base), -1, -1)]
        found = self._in_one_of((one for one in folders if one not in self._packages), module, importer)
        if found is None:
            found = self._nearest(own.name, self._by_import.get(module, ()))
        if found is None and module.partition(".")[0] not in LIBRARIES:
            found = self._in_one_of((one for one in folders if one in self._packages), module, importer)
        return found

    def _in_one_of(self, folders: Iterable[str], module: str, importer: int) -> int | None:
        for folder in folders:
            found = self._by_name.get(f"{folder}.{module}" if folder else module)
            if found is not None and found != importer:
                return found
        return None

    def _import_names(self) -> dict[str, list[int]]:
        """Files in packages (and right in a `src` folder) by the name under which they are imported from anywhere."""
        found: dict[str, list[int]] = {}
        for index, module in enumerate(self.all):
            parts = module.name.split(".")
            depth = len(parts) - 1
            while depth and ".".join(parts[:depth]) in self._packages:
                depth -= 1
            inside = module.package or depth < len(parts) - 1
            if inside or (depth and parts[depth - 1] in ROOTS):
                found.setdefault(".".join(parts[depth:]), []).append(index)
        return found

    def _nearest(self, name: str, candidates: Sequence[int]) -> int | None:
        """Of several files of one import name the one that shares most folders; None if two share as many."""
        shared = sorted(((_common(name, self.all[one].name), one) for one in candidates), reverse=True)
        if not shared or (len(shared) > 1 and shared[0][0] == shared[1][0]):
            return None
        return shared[0][1]


def _module(path: PurePath) -> Module:
    parts = [*path.parts[1:-1], path.stem]
    package = path.stem == "__init__"
    return Module(".".join(parts[:-1] if package else parts), package)


def _common(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left.split("."), right.split(".")):
        if one != other:
            break
        count += 1
    return count
