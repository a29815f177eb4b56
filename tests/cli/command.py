"""The real command line, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

PROGRAMS = Path(__file__).parent / "programs"
LOST_NAMES = (PROGRAMS / "lost_names.py").read_text()
KEPT_NAMES = (PROGRAMS / "kept_names.py").read_text()
OPTIMIZER_FIRST = (PROGRAMS / "optimizer_first.py").read_text()


class Result(NamedTuple):
    status: int
    out: str
    err: str


def fsdp_lint(*arguments: str, cwd: Path, stdin: bytes = b"", **environment: str) -> Result:
    """Run `fsdp-lint` in a folder and fail if it shows a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "fsdp_lint", *arguments],
        cwd=cwd,
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )
    result = Result(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
    assert "Traceback" not in result.out + result.err
    return result


def concise(*arguments: str, cwd: Path, stdin: bytes = b"") -> list[str]:
    """The findings as lines, without the closing one."""
    return fsdp_lint("--output-format", "concise", "-q", *arguments, cwd=cwd, stdin=stdin).out.splitlines()
