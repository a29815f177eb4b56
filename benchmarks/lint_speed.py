"""How fast the linter is, in one run and next to its peers: `python benchmarks/lint_speed.py`.

Over the installed torch and transformers packages: wall time against ruff with one rule and no cache, and peak memory.
On one file that names no wrapper: wall time against `python -c "import click"`. Every number is the best of several
runs that take turns, so that a busy machine disturbs all of them alike.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("transformers", "torch")
RUFF_BAR = 3.0
START_BAR = 2.5
MEMORY_BAR = 150


class Run(NamedTuple):
    seconds: float
    megabytes: float


def measure(command: list[str], timeout: float) -> Run:
    """One run of a command: its wall time and the largest memory of its process."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        # wait4 tells the memory of this one child; resource.getrusage would tell the largest of all so far.
        deadline = began + timeout
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.perf_counter() > deadline:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                sys.exit(f"{' '.join(command)} did not end within {timeout:.0f} s")
            time.sleep(0.001)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - began
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024)


def best(commands: dict[str, list[str]], rounds: int, timeout: float) -> dict[str, Run]:
    """The best run of each command; the first round only warms the file system's cache."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            run = measure(command, timeout)
            if number:
                found[name].append(run)
    return {
        name: Run(min(run.seconds for run in runs), max(run.megabytes for run in runs)) for name, runs in found.items()
    }


def script(name: str) -> list[str]:
    """A command that was installed beside this interpreter."""
    path = Path(sys.executable).parent / name
    if not path.exists():
        sys.exit(f"{name} is not installed beside {sys.executable}: pip install '.[test]'")
    return [str(path)]


def verdict(ratio: float, bar: float) -> str:
    return f"{ratio:5.2f} x  (bar {bar} x{'' if ratio <= bar else ': NOT MET'})"


def package(name: str, rounds: int, timeout: float) -> None:
    specification = importlib.util.find_spec(name)
    if specification is None or specification.origin is None:
        print(f"{name}: not installed here, so not measured (pip install {name})")
        return
    folder = str(Path(specification.origin).parent)
    files = sum(1 for _ in Path(folder).rglob("*.py"))
    runs = best(
        {
            "fsdp-lint": [*script("fsdp-lint"), "--isolated", "--no-cache", folder],
            "ruff": [*script("ruff"), "check", "--isolated", "--select", "F401", "--no-cache", folder],
        },
        rounds,
        timeout,
    )
    ours, ruff = runs["fsdp-lint"], runs["ruff"]
    print(f"{name} {importlib.metadata.version(name)}, {files} files")
    print(f"  fsdp-lint  {ours.seconds:7.3f} s  {ours.megabytes:5.0f} MB  (bar {MEMORY_BAR} MB)")
    print(f"  ruff       {ruff.seconds:7.3f} s  {ruff.megabytes:5.0f} MB")
    print(f"  ratio      {verdict(ours.seconds / ruff.seconds, RUFF_BAR)}")


def start(rounds: int, timeout: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.py"
        plain.write_text("import os\n\nprint(os.getcwd())\n")
        runs = best(
            {
                "fsdp-lint": [*script("fsdp-lint"), "--no-cache", str(plain)],
                "click": [sys.executable, "-c", "import click"],
                "python": [sys.executable, "-c", "pass"],
            },
            rounds,
            timeout,
        )
    print("one file without wrappers")
    for name, run in runs.items():
        print(f"  {name:<9}  {run.seconds:7.3f} s  {run.megabytes:5.0f} MB")
    print(f"  ratio      {verdict(runs['fsdp-lint'].seconds / runs['click'].seconds, START_BAR)} to `import click`")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command, of which the best counts")
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which a run is given up")
    options = parser.parse_args()
    versions = ", ".join(
        f"{name} {importlib.metadata.version(name)}" for name in ("fsdp-lint", "libcst", "click", "ruff")
    )
    print(f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, best of {options.rounds}\n")
    start(options.rounds * 4, options.timeout)
    for name in PACKAGES:
        package(name, options.rounds, options.timeout)


if __name__ == "__main__":
    main()
