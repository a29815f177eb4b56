"""A quick sample of `python -m tests.agreement`, and that the oracle itself is right where the truth is known."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from . import shrinking
from .judging import Verdict, judge
from .ranks import Pair
from .space import Recipe, is_valid, sample, simpler
from .writing import write

QUICK = 30
SEED = 20


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    both = Pair()
    yield both
    both.close()


WRONG = [
    Recipe(),
    Recipe(library="fairscale"),
    Recipe(library="fairscale", style="literal", flag="keeping", selection="shape", differing="weight_decay"),
    Recipe(library="fsdp2", wrap_at="last"),
    Recipe(library="ddp", selection="prefix"),
    Recipe(library="compile", selection="exact"),
    Recipe(differing="nothing", freeze="name", freeze_at="after wrap"),
    Recipe(differing="nothing", clip="torch"),
    Recipe(nesting="units alone"),
    Recipe(nesting="one unit", selection="walk"),
    Recipe(form="group each"),
    Recipe(library="accelerate", style="literal", wrap_at="last"),
    Recipe(library="accelerate fsdp2", wrap_at="before optimizer"),
    Recipe(library="accelerate fsdp2", selection="two optimizers", wrap_at="last"),
    Recipe(library="fabric", style="literal"),
    Recipe(nesting="one block", form="filter"),
    Recipe(nesting="one part", form="dict of lists"),
]
RIGHT = [
    Recipe(differing="nothing"),
    Recipe(differing="nothing", clip="own"),
    Recipe(nesting="parts"),
    Recipe(style="literal", flag="keeping"),
    Recipe(style="literal", flag="keeping", wrap_at="last"),
    Recipe(library="fairscale", style="literal", flag="keeping", optimizer="AdamW"),
    Recipe(library="fsdp2", clip="torch"),
    Recipe(library="ddp"),
    Recipe(library="ddp", selection="prefix", through="inner"),
    Recipe(nesting="units alone", selection="prefix", add="loop"),
    Recipe(selection="two optimizers", style="class attribute", flag="keeping"),
    Recipe(library="accelerate", style="literal", flag="keeping", wrap_at="last"),
    Recipe(library="accelerate fsdp2", wrap_at="last"),
    Recipe(library="fabric", flag="keeping", wrap_at="last"),
    Recipe(library="fabric", flag="keeping", selection="exact", through="inner"),
]
STOPPED = [Recipe(freeze="name"), Recipe(library="fairscale", freeze="module")]


@pytest.mark.parametrize("recipe", WRONG, ids=repr)
def test_the_oracle_knows_a_wrong_script(recipe: Recipe, pair: Pair) -> None:
    assert judge(recipe, pair).truth == "wrong"


@pytest.mark.parametrize("recipe", RIGHT, ids=repr)
def test_the_oracle_knows_a_right_script(recipe: Recipe, pair: Pair) -> None:
    assert judge(recipe, pair).truth == "right"


@pytest.mark.parametrize("recipe", STOPPED, ids=repr)
def test_the_oracle_knows_a_script_that_the_library_refuses(recipe: Recipe, pair: Pair) -> None:
    assert judge(recipe, pair).truth == "stopped"


def test_linter_guard_and_training_say_the_same_of_a_sample(pair: Pair) -> None:
    verdicts = [judge(recipe, pair) for recipe in sample(QUICK, SEED)]
    assert [one for one in verdicts if one.disagreements] == []
    assert {one.truth for one in verdicts} >= {"right", "wrong"}


def test_a_sample_is_the_same_for_the_same_seed_and_valid() -> None:
    assert sample(100, 3) == sample(100, 3) != sample(100, 4)
    assert all(map(is_valid, sample(100, 3)))


def test_every_recipe_has_a_script_of_its_own() -> None:
    recipes = sample(100, 5)
    scripts = [write(recipe) for recipe in recipes]
    for text in itertools.chain.from_iterable(one.values() for one in scripts):
        compile(text, "script", "exec")
    same = [
        (one, other) for one, other in itertools.combinations(range(len(scripts)), 2) if scripts[one] == scripts[other]
    ]
    # What a script is started with is not in its text.
    assert all({recipes[one].style, recipes[other].style} == {"unknowable"} for one, other in same)


def test_shrinking_ends_at_the_simplest_script_that_still_disagrees(
    monkeypatch: pytest.MonkeyPatch, pair: Pair
) -> None:
    def disagrees_on_shapes(recipe: Recipe, _: Pair) -> Verdict:
        return Verdict(recipe, "wrong", "silent", "", ("linter: miss",) if recipe.selection == "shape" else ())

    monkeypatch.setattr(shrinking, "judge", disagrees_on_shapes)
    begin = next(one for one in sample(300, 6) if one.selection == "shape" and len(simpler(one)) > 20)
    assert shrinking.shrink(disagrees_on_shapes(begin, pair), pair).recipe == Recipe(selection="shape")
