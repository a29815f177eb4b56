"""What a rule is, and what it says of a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Callable, NamedTuple, Union

from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.trace.values import Site


class Mark(NamedTuple):
    """A place of a finding's story and what happens there; a `minor` one is left out where its row has another mark."""

    site: Site
    label: str
    minor: bool = False


class SetFlag(NamedTuple):
    """Make the literal at `site`, which is what a wrapper's flag gets, the opposite of what it is."""

    site: Site
    keyword: str
    value: bool


class AddFlag(NamedTuple):
    """Give the call at `site` a keyword that it does not have."""

    site: Site
    keyword: str
    value: bool


class ClipByWrapper(NamedTuple):
    """Let `clip(model.parameters(), norm)` at `site` be `model.clip_grad_norm_(norm)`."""

    site: Site


class GoThrough(NamedTuple):
    """Let `model.method()` at `site` be `model.inner.method()`; `inner` may be several attributes deep."""

    site: Site
    inner: str


class Wrapping(NamedTuple):
    """A call that wraps, and whether it gives the module itself back instead of an object around it."""

    site: Site
    in_place: bool


class MoveBelow(NamedTuple):
    """Move the statement in which `site` is, with what takes the parameters for it, below those that wrap."""

    site: Site
    wraps: tuple[Wrapping, ...]


class MoveAbove(NamedTuple):
    """Move the statement in which `site` is above those that wrap."""

    site: Site
    wraps: tuple[Wrapping, ...]


class NoteShapes(NamedTuple):
    """Note shapes by name above the call at `site`, which wraps, and let `looks` at shapes below it look at those.

    `prefix` is what the wrapper puts into names.
    """

    site: Site
    looks: tuple[Site, ...]
    prefix: str


Change = Union[SetFlag, AddFlag, ClipByWrapper, GoThrough, MoveBelow, MoveAbove, NoteShapes]


class Remedy(NamedTuple):
    """Changes that together mend what a finding is about; `message` is the help that says so."""

    message: str
    changes: tuple[Change, ...]


class Units(NamedTuple):
    """Help that is shown with code: the call at `site` for each of some modules of the model, before the model itself.

    A module is its path from the model, in which "*" stands for each element of a list; `message` is the help.
    """

    message: str
    site: Site
    paths: tuple[tuple[str, ...], ...]


class Draft(NamedTuple):
    """A finding before its places are rows and columns; `about` is the optimizer, loop or call that it is about.

    `remedy` is the one of `help` that can be done without a person, where one is sure; `units` the one that has code.
    """

    code: str
    severity: str
    message: str
    primary: Mark
    related: tuple[Mark, ...]
    help: tuple[str, ...]
    about: Site
    remedy: Remedy | None = None
    units: Units | None = None


class Rule(NamedTuple):
    """A rule: how it is found, and what a person reads of it.

    `summary` is one line; `explanation` is a few paragraphs; `bad` and `good` are programs, short and whole: for
    `--explain`, the README's table, the pages in docs/, and the test that runs every rule on its own examples.
    """

    code: str
    name: str
    severity: str
    summary: str
    explanation: str
    bad: str
    good: str
    find: Callable[[Evidence], Iterator[Draft]]

    @property
    def url(self) -> str:
        """The rule's page."""
        return f"https://fsdp-lint.readthedocs.io/rules/{self.code}"
