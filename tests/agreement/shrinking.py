"""From a recipe on which two disagree to the simplest one on which they disagree in the same way."""

from __future__ import annotations

from .judging import Verdict, judge
from .ranks import Pair
from .space import simpler


def shrink(verdict: Verdict, pair: Pair) -> Verdict:
    """The verdict on the simplest recipe that still has the first of this one's disagreements."""
    kind = verdict.disagreements[0]
    for recipe in simpler(verdict.recipe):
        one = judge(recipe, pair)
        if kind in one.disagreements:
            return shrink(one, pair)
    return verdict
