"""What a person is shown of a program, as the snapshot beside it records.

`python -m tests.programs.rendering` records the snapshots anew; read their difference before you commit it.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from click.testing import CliRunner

from fsdp_lint.cli import command


def rendered(path: Path) -> str:
    """The full output for a program, by its name alone."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / path.name).write_bytes(path.read_bytes())
        os.chdir(folder)
        try:
            return CliRunner().invoke(command, ["--isolated", path.name]).output
        finally:
            os.chdir(here)


def record() -> None:
    """Write the snapshot of every flagged program."""
    for path in sorted(Path(__file__).parent.glob("*/*.py")):
        if "# expect: clean" not in path.read_text():
            path.with_suffix(".txt").write_text(rendered(path))


if __name__ == "__main__":
    record()
