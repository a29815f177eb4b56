"""What a library file says: rows of wrappers (what each keeps and loses), as data.

Every wrapper KEEPS or LOSES five things: the parameters' names, their shapes, that modules own their parameters, that
the Parameter objects stay the same, and that the gradients on a rank are whole. Every selection of parameters NEEDS
some of them; a finding is a need that meets a loss.
"""

from __future__ import annotations

from typing import NamedTuple, Union

KEPT = "kept"
PREFIXED = "prefixed"
LOST = "lost"

FlagValue = Union[bool, str, None]


class Effect(NamedTuple):
    """One row of the table: each of the five is KEPT or LOST; names can also be PREFIXED with `prefix`.

    `becomes` says in a few words what a parameter's name or shape looks like afterwards. `repoints`: the library puts
    the new objects into the optimizers that there are already.
    """

    names: str = KEPT
    shapes: str = KEPT
    modules: str = KEPT
    objects: str = KEPT
    gradients: str = KEPT
    prefix: str = ""
    becomes: str = ""
    repoints: bool = False


class Flag(NamedTuple):
    """A constructor argument that decides which row applies.

    `values` are the values that are told apart, the library's own default first; `positions` are where it can be given
    without its keyword (counted from 0), the newest version of the library last. `decided` is False where leaving it
    out does not tell its value (an environment variable may). A value is True, False, or the last component of
    a dotted name (`NO_SHARD`); "*" stands for every other value.
    """

    keyword: str
    positions: tuple[int, ...]
    values: tuple[FlagValue, ...]
    decided: bool = True


class Row(NamedTuple):
    """The effect where the flags have these values; a flag that is not named does not matter."""

    when: tuple[tuple[str, FlagValue], ...]
    effect: Effect


class Wrapper(NamedTuple):
    """A class or function that wraps a model.

    `paths` are all dotted names under which the library offers it. `model` is the keyword of the wrapped module (always
    the first position). `rows` are tried in order; the last one has no condition. `in_place`: the call returns the
    module itself instead of a wrapper around it. `own_clip`: the wrapper has a `clip_grad_norm_` of its own.
    `inner`: the attribute under which a wrapper object holds the module, `inside` a wrapper of the library's own that
    is seen there. `policy`: the keyword that wraps submodules as units too. `ignored`: keywords that leave modules out.
    `keep`: the flag that mends the names, and the value that loses them. `marker`: classes of which a module wrapped in
    place is an instance. `freezes`: after a part of what it wraps was frozen, training does not stop with an error.
    `outside` is False for what lies inside of a wrapper that hides the prefix from outside.
    """

    title: str
    paths: tuple[str, ...]
    flags: tuple[Flag, ...]
    rows: tuple[Row, ...]
    model: str = "module"
    in_place: bool = False
    own_clip: bool = False
    inner: str = "module"
    policy: tuple[str, int | None] | None = None
    ignored: tuple[str, ...] = ()
    keep: tuple[str, FlagValue] | None = None
    marker: tuple[str, ...] = ()
    freezes: bool = True
    inside: Wrapper | None = None
    outside: bool = True

    @property
    def plain(self) -> str:
        """Where names have no prefix: behind the attribute that holds the module, else outside, on the wrapper."""
        return f"`.{self.inner}`" if self.outside else "the wrapper itself"


def dotted(modules: tuple[str, ...], *names: str) -> tuple[str, ...]:
    """Every name in every module, as dotted paths."""
    return tuple(f"{module}.{name}" for module in modules for name in names)


class Launcher(NamedTuple):
    """A class whose objects wrap the models that they are given.

    `keyword` gives its settings: an object of one of the `settings` wrappers' classes, or one of the `names`, which
    stand for the first of them. `prepares` are methods that wrap their arguments and return them, `fits` those that
    wrap a Lightning module and then ask it for its optimizers, `unwraps` those that give the plain model back.
    """

    paths: tuple[str, ...]
    keyword: str
    settings: tuple[Wrapper, ...]
    names: tuple[str, ...]
    prepares: tuple[str, ...]
    fits: tuple[str, ...]
    unwraps: tuple[str, ...]
