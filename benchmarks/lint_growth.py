"""How the linter's time grows with a project: `python benchmarks/lint_growth.py`.

Lints 1, 2, 4, … copies of the projects of several files under tests/, and of the installed torch.distributed, each copy
in a folder of its own in one project. A time per copy that stays the same, or falls, is growth that is linear at most;
the findings have to grow with the copies.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lint_speed import best, script

PROJECTS = Path(__file__).parent.parent / "tests" / "several_files"
BAR = 1.25
"""How much longer a copy may take among many than among one."""


def torch_distributed() -> Path:
    """The folder of torch.distributed."""
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("torch is not installed: pip install '.[test]'")
    return Path(spec.submodule_search_locations[0]) / "distributed"


def copies(source: Path, count: int, folder: Path) -> Path:
    """A project of that many copies of a tree."""
    project = folder / f"{source.name}_{count}"
    for number in range(count):
        shutil.copytree(
            source, project / f"copy_{number}", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.txt")
        )
    (project / "pyproject.toml").touch()
    return project


def findings(command: list[str]) -> int:
    """How many findings a run reports."""
    done = subprocess.run([*command, "--output-format", "concise"], capture_output=True, text=True, check=False)
    return sum(": FSDP" in line for line in done.stdout.splitlines())


def curve(source: Path, counts: list[int], rounds: int) -> None:
    """Print what so many copies of a tree take."""
    files = sum(1 for path in source.rglob("*.py"))
    print(f"\n{source.name}: {files} files a copy\n  copies   seconds   seconds a copy   findings a copy")
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            str(count): [*script("fsdp-lint"), "--isolated", "--quiet", str(copies(source, count, Path(folder)))]
            for count in counts
        }
        runs = best(commands, rounds, timeout=600)
        found = {count: findings(commands[str(count)]) for count in counts}
    a_copy = {count: runs[str(count)].seconds / count for count in counts}
    for count in counts:
        print(f"  {count:6} {runs[str(count)].seconds:9.2f} {a_copy[count]:16.3f} {found[count] / count:17.1f}")
    growth = a_copy[counts[-1]] / min(a_copy.values())
    print(f"  the most copies against the best: {growth:.2f} x (bar {BAR} x{'' if growth <= BAR else ': NOT MET'})")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=int, default=16, help="copies at most (16)")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each of which the best counts (2)")
    options = parser.parse_args()
    counts = [2**power for power in range(options.most.bit_length())]
    print(f"{os.cpu_count()} CPUs; best of {options.rounds}")
    for source in (PROJECTS, torch_distributed()):
        curve(source, counts, options.rounds)


if __name__ == "__main__":
    main()
