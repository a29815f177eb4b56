"""What judging a project came to, and what that hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Optional

from fsdp_lint.files.source import Source
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Finding

Programs = Mapping[int, Optional[Sequence[int]]]
"""The programs of a project, by the place of the file in which one may begin; None where none does."""


class Looks(NamedTuple):
    """What was looked at beyond skimming: the digests of files that were read, and what was asked of files, by name."""

    read: dict[str, bytes]
    told: dict[str, dict[str, bool]]


class Checked(NamedTuple):
    """What all programs came to.

    Every finding is there once, in order of file name and place; `sources` are the files of the programs, by name;
    `errors` tell what keeps files from being read, by name. `programs` are those of several files, and `looks` what was
    looked at to find them, and to judge all. `unfinished` are the files, by name, in which a program begins that was
    too long to be followed to its end.
    """

    findings: Sequence[Finding]
    sources: Mapping[str, Source]
    errors: Mapping[str, UnreadableError]
    programs: Programs
    looks: Looks
    unfinished: Sequence[str] = ()


def together(several: Iterable[Looks]) -> Looks:
    """All that was looked at."""
    every = Looks({}, {})
    for looks in several:
        every.read.update(looks.read)
        for name, told in looks.told.items():
            every.told.setdefault(name, {}).update(told)
    return every
