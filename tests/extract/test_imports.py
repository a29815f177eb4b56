"""What it costs to import the room."""

from __future__ import annotations

import subprocess
import sys


def test_libcst_is_imported_only_for_a_text_that_this_python_cannot_parse() -> None:
    program = (
        "import sys, fsdp_lint.extract as room\n"
        "room.locate('x = 1', [0])\n"
        "room.extract('x = 1')\n"
        "print('libcst' in sys.modules)\n"
        "room.extract('lazy import x')\n"
        "print('libcst' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "False\nTrue\n"
