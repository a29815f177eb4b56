"""How fast the linter is, beside its peers in the same run: `python benchmarks/lint_speed.py`.

Over copies of the installed torch and transformers packages: wall time and peak memory without a cache, against ruff
with one rule, `grep -r`, TorchFix and semgrep with one pattern (where these are installed); then with caches, against
ruff with its own: the same command again, after one file was touched, after one was changed, and one changed file given
alone, as in a commit. On one file that names no wrapper: against `python -c "import click"`. Every number is the best
of several runs that take turns, so that a busy machine disturbs all of them alike.

`--write FILE` writes the table that the documentation shows; `--large` adds a tree of 50,000 files.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PACKAGES = (("transformers",), ("transformers", "torch"))
COLD_BARS = {("transformers",): 1.5, ("transformers", "torch"): 3.0}
LARGE_BAR = 1.5
WARM_BAR = 1.0
START_BAR = 1.5
COMMIT_BAR = 0.3
"""Seconds over Python's own start."""
MEMORY_BAR = 150
COPIES = 17
"""Of transformers, which make 50,000 files."""
PATTERN = "FullyShardedDataParallel"


class Run(NamedTuple):
    seconds: float
    megabytes: float


class Row(NamedTuple):
    """A line of the table: what was measured, the command, its time, and the ratio to another command's."""

    what: str
    command: str
    run: Run
    ratio: float | None = None
    bar: float | None = None


def measure(command: list[str], timeout: float) -> Run:
    """One run of a command: its wall time and the largest memory of its process."""
    # Where no bytecode may be written, an editable install would be compiled at every start, which no user's is.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=surroundings) as process:
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


def best(
    commands: dict[str, list[str]], rounds: int, timeout: float, before: Callable[[], object] = lambda: None
) -> dict[str, Run]:
    """The best run of each command, each after `before`; the first round only warms the file system's cache."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            before()
            run = measure(command, timeout)
            if number:
                found[name].append(run)
    return {
        name: Run(min(run.seconds for run in runs), max(run.megabytes for run in runs)) for name, runs in found.items()
    }


def installed(name: str) -> str | None:
    """A command that was installed beside this interpreter, or anywhere on the path."""
    path = Path(sys.executable).parent / name
    return str(path) if path.exists() else shutil.which(name)


def script(name: str) -> list[str]:
    """A command that has to be installed."""
    path = installed(name)
    if path is None:
        sys.exit(f"{name} is not installed beside {sys.executable}: pip install '.[test]'")
    return [path]


def peers(folder: str) -> Iterator[tuple[str, list[str]]]:
    """What is compared without caches, as far as it is installed."""
    yield "ruff", [*script("ruff"), "check", "--isolated", "--select", "F401", "--no-cache", folder]
    if installed("grep"):
        yield "grep -r", ["grep", "-r", "--include=*.py", PATTERN, folder]
    if installed("torchfix"):
        yield "torchfix", [*script("torchfix"), "--select=ALL", folder]
    if installed("semgrep"):
        rule = ["--lang", "python", "--pattern", f"{PATTERN}(...)", "--metrics=off", "--no-git-ignore", "--quiet"]
        yield "semgrep", [*script("semgrep"), "scan", *rule, folder]


@contextmanager
def copied(packages: tuple[str, ...], copies: int = 1) -> Iterator[Path]:
    """A project that holds copies of installed packages, none of whose files is new."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        (project / "pyproject.toml").touch()
        for package in packages:
            specification = importlib.util.find_spec(package)
            if specification is None or specification.origin is None:
                sys.exit(f"{package} is not installed: pip install '.[test]'")
            for number in range(copies):
                target = project / f"copy_{number}" / package if copies > 1 else project / package
                shutil.copytree(
                    Path(specification.origin).parent, target, ignore=lambda folder, names: _left_out(folder, names)
                )
        time.sleep(2.5)  # a cache trusts no time that is as new as itself
        yield project


def _left_out(folder: str, names: list[str]) -> list[str]:
    return [
        name for name in names if not (name.endswith(".py") or Path(folder, name).is_dir()) or name == "__pycache__"
    ]


def cold(title: str, folder: Path, bar: float, rounds: int, timeout: float, everybody: bool) -> list[Row]:
    """Without caches."""
    commands = {"fsdp-lint": [*script("fsdp-lint"), "--isolated", "--no-cache", str(folder)]}
    commands.update(peers(str(folder)))
    slow = {name: commands.pop(name) for name in ("torchfix", "semgrep") if name in commands}
    runs = best(commands, rounds, timeout)
    if everybody:
        runs.update({name: measure(command, timeout) for name, command in slow.items()})
    files = sum(1 for _ in folder.rglob("*.py"))
    return [
        Row(
            f"{title}, {files:,} files, cold", name, run, run.seconds / runs["ruff"].seconds, bar if not place else None
        )
        for place, (name, run) in enumerate(runs.items())
    ]


def warm(title: str, folder: Path, rounds: int, timeout: float) -> list[Row]:
    """With caches: again, and after a file was touched, and changed."""
    caches = folder / ".caches"
    commands = {
        "fsdp-lint": [*script("fsdp-lint"), "--isolated", "--cache-dir", str(caches / "ours"), str(folder)],
        "ruff": [
            *script("ruff"),
            "check",
            "--isolated",
            "--select",
            "F401",
            "--cache-dir",
            str(caches / "ruff"),
            str(folder),
        ],
    }
    one = sorted(folder.rglob("modeling_bert.py"))[0]
    text = one.read_text()
    changes: dict[str, Callable[[], object]] = {
        "again": lambda: None,
        "after a file was touched": one.touch,
        "after a file was changed": lambda: one.write_text(f"{text}# {time.time()}\n"),
    }
    rows: list[Row] = []
    for what, change in changes.items():
        runs = best(commands, rounds, timeout, change)
        ratio = runs["fsdp-lint"].seconds / runs["ruff"].seconds
        rows.append(Row(f"{title}, {what}", "fsdp-lint", runs["fsdp-lint"], ratio, WARM_BAR))
        rows.append(Row(f"{title}, {what}", "ruff", runs["ruff"], 1.0))
    return rows


def commits(folder: Path, rounds: int, timeout: float) -> list[Row]:
    """One changed file inside the project, given alone; the time is what it takes longer than Python's start."""
    rows: list[Row] = []
    for name in ("modeling_bert.py", "modeling_llama.py", "trainer.py"):
        one = sorted(folder.rglob(name))[0]
        text = one.read_text()
        commands = {
            "fsdp-lint": [*script("fsdp-lint"), "--cache-dir", str(folder / ".caches" / "ours"), str(one)],
            "python": [sys.executable, "-c", "pass"],
        }
        runs = best(commands, rounds, timeout, lambda one=one, text=text: one.write_text(f"{text}# {time.time()}\n"))
        ours = runs["fsdp-lint"]
        over = ours.seconds - runs["python"].seconds
        rows.append(
            Row(f"commit of {name}, over Python's start", "fsdp-lint", Run(over, ours.megabytes), over, COMMIT_BAR)
        )
    return rows


def start(rounds: int, timeout: float) -> list[Row]:
    """One file that names no wrapper."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.py"
        plain.write_text("import os\n\nprint(os.getcwd())\n")
        runs = best(
            {
                "fsdp-lint": [*script("fsdp-lint"), "--no-cache", str(plain)],
                "import click": [sys.executable, "-c", "import click"],
            },
            rounds,
            timeout,
        )
    ratio = runs["fsdp-lint"].seconds / runs["import click"].seconds
    return [
        Row("one file without wrappers", "fsdp-lint", runs["fsdp-lint"], ratio, START_BAR),
        Row("one file without wrappers", "import click", runs["import click"], 1.0),
    ]


def table(rows: list[Row], heading: str) -> str:
    """The rows as Markdown; a ratio is to ruff in the same row of measurements (or to what the row says)."""
    lines = [
        heading,
        "",
        "| measured | command | time | memory | ratio | bar |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        met = "" if row.bar is None or row.ratio is None or row.ratio <= row.bar else ", not met"
        bar = "" if row.bar is None else f"{row.bar}{met}"
        time_, memory = f"{row.run.seconds:.3f} s", f"{row.run.megabytes:.0f} MB"
        lines.append(f"| {row.what} | {row.command} | {time_} | {memory} | {ratio} | {bar} |")
    return "\n".join(lines) + "\n"


def between_marks(document: str, text: str) -> str:
    """The document with the text in the place of what stands between its marks."""
    before, begin, rest = document.partition("<!-- table -->\n")
    _, end, after = rest.partition("<!-- end of table -->\n")
    return f"{before}{begin}\n{text}\n{end}{after}"


def versions() -> str:
    """What was measured, and where."""
    known = ("fsdp-lint", "libcst", "click", "ruff", "torchfix", "semgrep")
    found: list[str] = []
    for name in known:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return f"Python {platform.python_version()}, {', '.join(found)}; {os.cpu_count()} cores."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command, of which the best counts")
    parser.add_argument("--timeout", type=float, default=900, help="seconds after which a run is given up")
    parser.add_argument("--large", action="store_true", help="also a tree of 50,000 files")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table there, between its marks")
    options = parser.parse_args()
    rows = start(options.rounds * 4, options.timeout)
    for packages in PACKAGES:
        title = " + ".join(packages)
        with copied(packages) as project:
            everybody = len(packages) == 1
            rows += cold(title, project, COLD_BARS[packages], options.rounds, options.timeout, everybody)
            if everybody:
                rows += warm(title, project, options.rounds, options.timeout)
                rows += commits(project, options.rounds, options.timeout)
    if options.large:
        with copied(("transformers",), COPIES) as project:
            rows += cold(f"{COPIES} x transformers", project, LARGE_BAR, 1, options.timeout, everybody=False)
    text = table(rows, f"{versions()} The best of {options.rounds} runs.")
    print(text, end="")
    if options.write is not None:
        options.write.write_text(between_marks(options.write.read_text(), text))
    print(f"memory bar of fsdp-lint: {MEMORY_BAR} MB")


if __name__ == "__main__":
    main()
