"""`python -m tests.agreement --count 1000 --seed 1`: does everybody say the same of that many programs?"""

from __future__ import annotations

import argparse
import collections
import sys
import time

from .judging import Verdict, judge
from .linting import lint
from .ranks import Pair
from .shrinking import shrink
from .space import DIMENSIONS, Recipe, sample
from .writing import write

COLUMNS = (
    "programs",
    "right",
    "wrong",
    "stopped",
    "false alarms",
    "misses",
    "others",
    "fixed",
    "right then",
    "not fixable",
)


def main() -> int:
    """Judge, print the table and the smallest script of each kind of disagreement; 1 where there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--no-shrink", action="store_true", help="show disagreements as they were found")
    options = parser.parse_args()
    pair, began = Pair(), time.monotonic()
    try:
        verdicts = [_told(judge(recipe, pair)) for recipe in sample(options.count, options.seed)]
        seconds = time.monotonic() - began
        print(table(verdicts))
        print(f"{len(verdicts)} programs in {seconds:.0f} seconds")
        return _report([one for one in verdicts if one.disagreements], pair, not options.no_shrink)
    finally:
        pair.close()


def table(verdicts: list[Verdict]) -> str:
    """A line for each value of each dimension, and one for all."""
    lines = [f"{'':32}" + "".join(f"{column:>13}" for column in COLUMNS), _row("all", verdicts)]
    for name, values in DIMENSIONS.items():
        for value in values:
            lines.append(_row(f"{name}: {value}", [one for one in verdicts if getattr(one.recipe, name) == value]))
    return "\n".join(lines)


def _row(title: str, verdicts: list[Verdict]) -> str:
    truths = collections.Counter(one.truth for one in verdicts)
    kinds = collections.Counter(_kind(one) for verdict in verdicts for one in verdict.disagreements)
    numbers = [len(verdicts), truths["right"], truths["wrong"], truths["stopped"]]
    numbers += [kinds["false alarms"], kinds["misses"], kinds["others"]]
    fixes = collections.Counter(one.fix for one in verdicts)
    numbers += [fixes.total() - fixes[""] - fixes["none"], fixes["right"], fixes["none"]]
    return f"{title:32}" + "".join(f"{number:>13}" for number in numbers)


def _kind(disagreement: str) -> str:
    if "false alarm" in disagreement:
        return "false alarms"
    return "misses" if "miss" in disagreement else "others"


def _told(verdict: Verdict) -> Verdict:
    if verdict.disagreements:
        print(f"disagreement: {'; '.join(verdict.disagreements)}: {difference(verdict.recipe)}", file=sys.stderr)
    return verdict


def _report(disagreeing: list[Verdict], pair: Pair, shrinks: bool) -> int:
    """Print each smallest script once."""
    shown: set[tuple[str, Recipe]] = set()
    for verdict in disagreeing:
        one = shrink(verdict, pair) if shrinks else verdict
        if (one.disagreements[0], one.recipe) not in shown:
            shown.add((one.disagreements[0], one.recipe))
            _show(one)
    return 1 if disagreeing else 0


def _show(one: Verdict) -> None:
    print(f"\n{'=' * 100}\n{'; '.join(one.disagreements)}\n{difference(one.recipe)}")
    print(f"truth: {one.truth} {one.detail}\nlinter: {one.linter}\nguard: {one.guard or 'silent'}")
    script = write(one.recipe)
    linted = lint(script)
    for title, files in (
        ("", script),
        (" after the fix", linted.fixed),
        (" after unsafe fixes", linted.unsafely_fixed),
    ):
        for name, text in (files or {}).items():
            if name != "net.py" and (files is script or text != script[name]):
                print(f"--- {name}{title}\n{text}")
    sys.stdout.flush()


def difference(recipe: Recipe) -> str:
    """What sets a recipe apart from the simplest one."""
    simplest = Recipe()
    values = [(name, getattr(recipe, name)) for name in DIMENSIONS if getattr(recipe, name) != getattr(simplest, name)]
    return ", ".join(f"{name}={value!r}" for name, value in values) or "the simplest recipe"


if __name__ == "__main__":
    sys.exit(main())
