"""Expected output as files; `FSDP_LINT_SNAPSHOTS=write` writes them anew, to be read before they are committed."""

from __future__ import annotations

import os
from pathlib import Path

SNAPSHOTS = Path(__file__).parent / "snapshots"


def assert_snapshot(name: str, text: str) -> None:
    """Hold a text against the snapshot of a name."""
    path = SNAPSHOTS / (name.replace(" ", "_") + ".txt")
    if os.environ.get("FSDP_LINT_SNAPSHOTS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
