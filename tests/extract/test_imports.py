"""What it costs to import the room."""

from __future__ import annotations

import subprocess
import sys


def test_libcst_is_imported_only_when_a_text_is_parsed() -> None:
    program = (
        "import sys, fsdp_lint.extract as room\n"
        "before = 'libcst' in sys.modules\n"
        "room.extract('x = 1')\n"
        "print(before, 'libcst' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "False True\n"
