"""Holds what the linter and the guard say of a recipe against the truth."""

from __future__ import annotations

from dataclasses import dataclass

from .linting import Linted, lint
from .ranks import Both, Pair
from .space import Recipe
from .truth import DOUBT, Seen
from .wrapping_text import arguments
from .writing import write


@dataclass(frozen=True)
class Verdict:
    """One recipe: what is true, what was said, and in which ways the two disagree."""

    recipe: Recipe
    truth: str
    linter: str
    guard: str
    disagreements: tuple[str, ...]
    detail: str = ""
    fix: str = ""
    """What is true of the script after `--fix`; nothing where there was nothing to fix."""


def judge(recipe: Recipe, pair: Pair) -> Verdict:
    """Run, lint, guard and fix the recipe's script."""
    script = write(recipe)
    both, linted = pair.run(script, arguments(recipe)), lint(script)
    truth, detail = _truth(both)
    found = ["generator: the script does not run"] if truth == "invalid" else []
    if truth in ("right", "wrong"):
        found += [_of_linter(recipe, linted.worst, truth), *_of_guard(recipe, both, truth)]
    fix, of_fix = _of_fixes(recipe, script, linted, truth, pair)
    said = ",".join(sorted(linted.severities)) or "silent"
    return Verdict(recipe, truth, said, both[0].guarded, tuple(filter(None, [*found, *of_fix])), detail, fix)


def _truth(both: Both) -> tuple[str, str]:
    """What is true of a script, and what shows it."""
    one, other = both
    if one.invalid or other.invalid:
        return "invalid", one.invalid or other.invalid
    if one.stopped or other.stopped:
        return "stopped", one.stopped or other.stopped
    if one.different or other.different:
        names = ", ".join(one.different[:4])
        return "wrong", f"differs by {one.furthest:.2g} in {len(one.different)}: {names}"
    return "right", ""


def _of_linter(recipe: Recipe, linter: str, truth: str) -> str:
    if linter == "error" and truth == "right":
        return "linter: false alarm"
    if linter == "warning" and recipe.is_knowable:
        return "linter: unsure"
    return "linter: miss" if linter == "silent" and truth == "wrong" and recipe.is_knowable else ""


def _of_guard(recipe: Recipe, both: Both, truth: str) -> tuple[str, ...]:
    one, other = both
    found = []
    for kind, said, theirs in (("guard", one.guarded, other.guarded), ("expect", one.expecting, other.expecting)):
        if said is None:
            continue
        if bool(said) != bool(theirs) and not said.startswith(DOUBT):  # which is the first rank's alone
            found.append(f"{kind}: the ranks disagree")
        if said.startswith("FAULT"):
            found.append(f"{kind}: {said}")
        elif said and truth == "right":
            found.append(f"{kind}: false alarm")
    if truth == "wrong" and not one.guarded and _guard_can_see(recipe, one):
        found.append(f"guard: miss ({'emptied' if one.emptied else 'stale'})")
    if truth == "wrong" and recipe.states_rates_only and one.expecting == "":
        found.append("expect: miss")
    return tuple(found)


def _guard_can_see(recipe: Recipe, seen: Seen) -> bool:
    """Whether the job itself shows that the wrap is to blame.

    An empty group alone does not: the filter may be meant for parameters that this model does not have. A flat tensor
    explains it, and so does sharding where the group is the matrices' own, with a weight decay.
    """
    by_shape = recipe.selection == "shape" and recipe.differing == "weight_decay"
    return seen.stale or (seen.emptied and (seen.flattened or by_shape))


def _of_fixes(
    recipe: Recipe, script: dict[str, str], linted: Linted, truth: str, pair: Pair
) -> tuple[str, tuple[str, ...]]:
    """What the safe fixes came to, else the unsafe ones, and what is wrong with any."""
    came_to, found = [], []
    for kind, fixed in (("fix", linted.fixed), ("unsafe fix", linted.unsafely_fixed)):
        if fixed is not None:
            both, left = pair.run(fixed, arguments(recipe), script), lint(fixed)
            after, _ = _truth(both)
            came_to.append(after)
            found += [f"{kind}: {words}" for words in _of_fix(kind, recipe, both, truth, after, left)]
    if linted.worst == "silent":
        return "", tuple(found)
    return (came_to or ["none"])[0], tuple(found)


def _of_fix(kind: str, recipe: Recipe, both: Both, before: str, after: str, left: Linted) -> tuple[str, ...]:
    # An unsafe fix is what makes a script right whatever the unknowable value is: it may have been right before.
    if before == "right" and (kind == "fix" or recipe.is_knowable or after != "right"):
        return ("a right script is changed",)
    if after in ("stopped", "invalid") and before != "stopped":
        return ("the fixed script does not run",)
    # What cannot be fixed is still reported: such a script is not said to be right.
    if after == "wrong" and left.worst == "silent":
        return ("the fixed script is wrong",)
    return _of_guard(recipe, both, after) if after == "right" else ()
