"""What happens to a broken optimizer: rank 0 prints the table, and every rank stops (or warns)."""

from __future__ import annotations

import os
import sys
import warnings
from typing import TYPE_CHECKING

from guard.errors import ParameterGroupError

if TYPE_CHECKING:
    from guard.audit import Audit


def mode() -> str:
    """`FSDP_GUARD`: "raise" (the default), "warn" or "off"."""
    found = os.environ.get("FSDP_GUARD", "raise").strip().lower()
    return found if found in ("warn", "off") else "raise"


def report(audit: Audit) -> None:
    """Print, write and raise (or warn) as the environment says."""
    first = audit.findings[0]
    if rank() == 0:
        print(f"\n{audit}\n", file=sys.stderr, flush=True)
        path = os.environ.get("FSDP_GUARD_REPORT")
        if path:
            _write(path, audit.to_json())
    message = f"{first.code}: {first.message} ({first.remedy})"
    if mode() == "raise":
        raise ParameterGroupError(message, audit)
    warnings.warn(message, RuntimeWarning, stacklevel=6)


def rank() -> int:
    """This process's rank: of the process group where there is one, else of the launcher's environment."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_rank())
    found = os.environ.get("RANK", "0")
    return int(found) if found.isdigit() else 0


def _write(path: str, text: str) -> None:
    """Replace a file at once, so that nobody reads half of it."""
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(temporary, path)
