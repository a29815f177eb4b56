"""Holds what the linter and the guard say of a recipe against the truth."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import fsdp_lint

from .ranks import Pair
from .space import Recipe
from .truth import DOUBT, Seen
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


def judge(recipe: Recipe, pair: Pair) -> Verdict:
    """Run, lint and guard the recipe's script."""
    one, other = pair.run(recipe)
    findings = lint(recipe)
    linter = "error" if "error" in findings.values() else "warning" if findings else "silent"
    said = ",".join(sorted(findings)) or linter
    if one.invalid or other.invalid:
        return Verdict(
            recipe, "invalid", said, "", ("generator: the script does not run",), one.invalid or other.invalid
        )
    if one.stopped or other.stopped:
        return Verdict(recipe, "stopped", said, "", (), one.stopped or other.stopped)
    is_wrong = bool(one.different or other.different)
    wrong_words = tuple(filter(None, [_of_linter(recipe, linter, is_wrong), *_of_guard(recipe, one, other, is_wrong)]))
    detail = (
        f"differs by {one.furthest:.2g} in {len(one.different)}: {', '.join(one.different[:4])}" if is_wrong else ""
    )
    return Verdict(recipe, "wrong" if is_wrong else "right", said, one.guarded, wrong_words, detail)


def lint(recipe: Recipe) -> dict[str, str]:
    """The codes that the linter finds in the recipe's files, with the severest of their severities."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").touch()
        for name, text in write(recipe).items():
            (Path(folder) / name).write_text(text)
        findings = fsdp_lint.lint([folder])
    severities: dict[str, str] = {}
    for finding in findings:
        if severities.get(finding.code) != "error":
            severities[finding.code] = finding.severity
    return severities


def _of_linter(recipe: Recipe, linter: str, is_wrong: bool) -> str:
    if linter == "error" and not is_wrong:
        return "linter: false alarm"
    if linter == "warning" and recipe.is_knowable:
        return "linter: unsure"
    return "linter: miss" if linter == "silent" and is_wrong and recipe.is_knowable else ""


def _of_guard(recipe: Recipe, one: Seen, other: Seen, is_wrong: bool) -> tuple[str, ...]:
    found = []
    for kind, said, theirs in (("guard", one.guarded, other.guarded), ("expect", one.expecting, other.expecting)):
        if said is None:
            continue
        if bool(said) != bool(theirs) and not said.startswith(DOUBT):  # which is the first rank's alone
            found.append(f"{kind}: the ranks disagree")
        if said.startswith("FAULT"):
            found.append(f"{kind}: {said}")
        elif said and not is_wrong:
            found.append(f"{kind}: false alarm")
    if is_wrong and not one.guarded and _guard_can_see(recipe, one):
        found.append(f"guard: miss ({'emptied' if one.emptied else 'stale'})")
    if is_wrong and recipe.states_rates_only and one.expecting == "":
        found.append("expect: miss")
    return tuple(found)


def _guard_can_see(recipe: Recipe, seen: Seen) -> bool:
    """Whether the job itself shows that the wrap is to blame.

    An empty group alone does not: the filter may be meant for parameters that this model does not have. A flat tensor
    explains it, and so does sharding where the group is the matrices' own, with a weight decay.
    """
    by_shape = recipe.selection == "shape" and recipe.differing == "weight_decay"
    return seen.stale or (seen.emptied and (seen.flattened or by_shape))
