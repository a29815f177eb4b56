"""The space of training scripts: one `Recipe` is one point of it, and not every combination is a script."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

import hypothesis
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

DIMENSIONS: Final[dict[str, tuple[str, ...]]] = {
    "library": ("fsdp1", "fairscale", "fsdp2", "ddp", "compile", "accelerate", "accelerate fsdp2", "fabric"),
    "nesting": (
        "root",
        "blocks",
        "one block",
        "parts",
        "one part",
        "policy",
        "size policy",
        "units alone",
        "one unit",
    ),
    "flag": ("losing", "keeping"),
    "strategy": ("sharded", "whole"),
    "style": (
        "default",
        "literal",
        "dict",
        "partial",
        "dataclass",
        "class attribute",
        "namespace",
        "conditional",
        "condition around",
        "unknowable",
    ),
    "wrap_by": ("inline", "helper", "other file"),
    "selection": (
        "name",
        "suffix",
        "prefix",
        "exact",
        "deep",
        "shape",
        "module",
        "isinstance",
        "tag",
        "identity",
        "walk",
        "all",
        "trainable",
        "two optimizers",
    ),
    "form": ("comprehension", "loop", "dict of lists", "filter", "appended", "group each"),
    "frame": ("inline", "script", "helper", "method", "constructor", "base class", "closure", "other file"),
    "net": ("other file", "here"),
    "through": ("wrapper", "inner"),
    "wrap_at": ("first", "before optimizer", "before add", "last"),
    "add": ("no", "yes", "loop"),
    "freeze": ("no", "name", "prefix", "module"),
    "freeze_at": ("before wrap", "after wrap", "last"),
    "differing": ("lr", "weight_decay", "nothing"),
    "optimizer": ("SGD", "AdamW", "Adam", "RMSprop", "Adagrad"),
    "models": ("one", "second plain", "second wrapped"),
    "clip": ("no", "torch", "own", "value"),
}
"""Every dimension and its values, the simplest first: shrinking goes there."""

FLAGGED = ("fsdp1", "fairscale", "accelerate", "fabric")
"""Libraries whose wrapper has a flag that decides what is lost."""

LAUNCHERS = ("accelerate", "accelerate fsdp2", "fabric")
"""Libraries that wrap a model, and take its optimizer if there is one, in a method of an object of theirs."""


@dataclass(frozen=True)
class Recipe:
    """One script. `unknowable` styles and the size policy are what no reader of the source can decide."""

    library: str = "fsdp1"
    nesting: str = "root"
    flag: str = "losing"
    strategy: str = "sharded"
    style: str = "default"
    wrap_by: str = "inline"
    selection: str = "name"
    form: str = "comprehension"
    frame: str = "inline"
    net: str = "other file"
    through: str = "wrapper"
    wrap_at: str = "first"
    add: str = "no"
    freeze: str = "no"
    freeze_at: str = "before wrap"
    differing: str = "lr"
    optimizer: str = "SGD"
    models: str = "one"
    clip: str = "no"

    @property
    def is_knowable(self) -> bool:
        """Whether the source alone decides what the wrap does."""
        return self.style != "unknowable" and self.nesting != "size policy"

    @property
    def states_rates_only(self) -> bool:
        """Whether nothing but hyperparameters can go wrong: what is frozen or clipped, no rates can state."""
        return self.freeze == "no" and self.clip == "no"

    def order(self) -> tuple[str, ...]:
        """The stages in the order in which the script has them."""
        stages = ["select", "optimizer"] + (["add"] if self.add != "no" else [])
        before = {"first": "select", "before optimizer": "optimizer", "before add": "add"}
        at = stages.index(before[self.wrap_at]) if self.wrap_at in before else len(stages)
        stages.insert(at, "wrap")
        if self.selection in ("tag", "identity"):
            stages.insert(0, "mark")
        if self.freeze != "no":
            wrap = stages.index("wrap")
            stages.insert({"before wrap": wrap, "after wrap": wrap + 1, "last": len(stages)}[self.freeze_at], "freeze")
        return tuple(stages)

    @property
    def has_root(self) -> bool:
        """Whether the model itself is wrapped, and not only parts of it."""
        return self.nesting not in ("units alone", "one unit")

    @property
    def is_plain(self) -> bool:
        """Whether there are no groups: one list, or a list for each of two optimizers."""
        return self.selection in ("all", "trainable", "two optimizers")

    def wrapped_at(self, stage: str) -> bool:
        """Whether a stage comes after the wrap."""
        order = self.order()
        return order.index("wrap") < order.index(stage)


def is_valid(recipe: Recipe) -> bool:
    """Whether somebody could write this: no value is given where it would have no meaning."""
    return all(rule(recipe) for rule in (_flags, _nesting, _stages, _forms, _launching, _access, _marks, _clips))


def _flags(one: Recipe) -> bool:
    if one.library in LAUNCHERS and one.style in ("condition around", "partial"):
        return False
    if one.library == "accelerate" and one.style == "default":
        return False  # it is the launcher's configuration that decides
    if one.library not in FLAGGED:
        return one.flag == "losing" and one.strategy == "sharded" and one.style in ("default", "condition around")
    if one.style in ("default", "condition around"):
        default = "keeping" if one.library == "fabric" else "losing"
        return one.flag == default and one.strategy == "sharded"
    return one.strategy == "sharded" or (one.library in ("fsdp1", "fabric") and one.style != "unknowable")


def _nesting(one: Recipe) -> bool:
    if one.library == "fairscale" and "policy" in one.nesting:
        return one.nesting == "size policy" and one.style != "partial"  # its settings are the context manager's
    alone = ("units alone", "one unit")
    allowed = {
        "ddp": ("root",),
        "compile": ("root", "blocks", "one block", *alone),
        "fsdp2": ("root", "blocks", "one block", "parts", "one part", *alone),
        "accelerate": ("root", "policy"),
        "accelerate fsdp2": ("root",),
        "fabric": ("root", "policy"),
    }
    return one.nesting in allowed.get(one.library, DIMENSIONS["nesting"])


def _stages(one: Recipe) -> bool:
    if one.wrap_at == "before add" and one.add == "no":
        return False
    if one.add != "no" and one.differing == "nothing" and one.wrap_at in ("before optimizer", "before add"):
        return False  # old objects and new ones in one optimizer, which trains all alike: right by accident
    if one.freeze == "no" and one.freeze_at != "before wrap":
        return False
    if one.freeze_at == "last" and one.wrap_at == "last":
        return False
    return not one.is_plain or (one.add == "no" and one.differing == "lr")


def _forms(one: Recipe) -> bool:
    """Each way to write groups only for selections that can be written so."""
    if one.frame == "base class" and one.wrap_by != "inline":
        return False
    if one.selection in ("all", "walk", "two optimizers") and one.form != "comprehension":
        return False
    if one.selection == "walk":
        return one.add != "yes"
    if one.selection == "two optimizers":
        return one.frame == "inline"
    if one.form == "group each":  # whose number is not to be seen in the source
        return (
            one.add == "no"
            and one.differing != "nothing"
            and one.selection not in ("module", "isinstance", "trainable")
        )
    if one.form == "filter" and one.selection in ("module", "isinstance"):
        return False
    return one.selection != "trainable" or one.form in ("comprehension", "loop")


def _launching(one: Recipe) -> bool:
    """Who prepares a model later gives the optimizer with it, where both are at hand."""
    if one.library not in LAUNCHERS:
        return True
    return one.clip != "own" and (one.wrap_by == "inline" or one.wrap_at in ("first", "before optimizer"))


def _access(one: Recipe) -> bool:
    """Through the wrapper's own attribute for the model only after the wrap, and where DDP has it no other way."""
    by_attribute = one.selection in ("module", "two optimizers")
    if one.through == "inner":
        return "fsdp2" not in one.library and one.wrapped_at("select") and one.has_root
    late = (by_attribute and one.wrapped_at("select")) or (one.selection == "module" and one.add == "yes")
    late_freeze = one.freeze == "module" and one.freeze_at != "before wrap"
    return one.library != "ddp" or not (late or late_freeze)


def _marks(one: Recipe) -> bool:
    return one.selection not in ("tag", "identity") or one.models == "one"


def _clips(one: Recipe) -> bool:
    return one.clip != "own" or (one.has_root and _has_own_clip(one))


def _has_own_clip(one: Recipe) -> bool:
    return one.library in FLAGGED and one.style != "condition around" and one.models == "one"


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    """Every valid recipe: a value is drawn for each dimension and taken if there is a script with it."""
    # Of the wrappers with flags there is the most to write: they come up more often.
    values = {**DIMENSIONS, "library": DIMENSIONS["library"] + 2 * ("fsdp1", "fairscale")}
    drawn = {name: draw(st.sampled_from(values[name])) for name in DIMENSIONS}
    recipe = Recipe(style="literal" if drawn["library"] in FLAGGED else "default")
    # Twice, since a value may need another one that comes later.
    for name, value in (*drawn.items(), *drawn.items()):
        one = dataclasses.replace(recipe, **{name: value})
        recipe = one if is_valid(one) else recipe
    return recipe


def sample(count: int, seed: int) -> list[Recipe]:
    """That many different recipes; the same ones for the same seed."""
    found: dict[Recipe, None] = {}

    @hypothesis.seed(seed)
    @settings(max_examples=2 * count, database=None, deadline=None, phases=[Phase.generate], print_blob=False)
    @given(recipes())
    def collect(recipe: Recipe) -> None:
        found[recipe] = None

    collect()
    return list(found)[:count]


def simpler(recipe: Recipe) -> list[Recipe]:
    """Valid recipes that differ in one dimension, in which they are simpler; the simplest first."""
    found = []
    for name, values in DIMENSIONS.items():
        for value in values[: values.index(getattr(recipe, name))]:
            one = dataclasses.replace(recipe, **{name: value})
            if is_valid(one):
                found.append(one)
    return found
