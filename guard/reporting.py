"""What happens to a broken optimizer: rank 0 prints the table, and every rank stops (or warns)."""

from __future__ import annotations

import os
import sys
import warnings
from typing import TYPE_CHECKING

from guard.errors import ParameterGroupError

if TYPE_CHECKING:
    from guard.auditing import Audit

MODES = ("raise", "warn", "off")


def mode() -> str:
    """`FSDP_GUARD`: "raise" (the default, also for a word that is none of the three), "warn" or "off"."""
    found = _stated()
    return found if found in MODES else "raise"


def unknown_mode() -> str | None:
    """What `FSDP_GUARD` says, if it is none of the modes."""
    found = _stated()
    return None if found in MODES else found


def _stated() -> str:
    return os.environ.get("FSDP_GUARD", "").strip().lower() or "raise"


def report(audit: Audit) -> None:
    """Print and raise (or warn) as the environment says; doubts are a line on rank 0 and nothing more."""
    errors = [finding for finding in audit.findings if finding.severity == "error"]
    if not errors:
        for finding in audit.findings if rank() == 0 else ():
            warnings.warn(f"{finding.code}: {finding.message} ({finding.remedy})", RuntimeWarning, stacklevel=2)
        return
    if rank() == 0:
        print(f"\n{audit}\n", file=sys.stderr, flush=True)
    where = f"{audit.optimizer} at {audit.place}: " if audit.place else ""
    message = f"{errors[0].code}: {where}{errors[0].message} ({errors[0].remedy})"
    if mode() == "raise":
        raise ParameterGroupError(message, audit)
    warnings.warn(message, RuntimeWarning, stacklevel=2)


def rank() -> int:
    """This process's rank: of the process group where there is one, else of the launcher's environment."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_rank())
    found = os.environ.get("RANK", "0")
    return int(found) if found.isdigit() else 0


def wants_report() -> bool:
    """Whether this rank is to write each audit to a file."""
    return bool(os.environ.get("FSDP_GUARD_REPORT")) and rank() == 0


def write(audit: Audit) -> None:
    """On rank 0, replace the file of `FSDP_GUARD_REPORT` at once, so that nobody reads half of it."""
    if not wants_report():
        return
    path = os.environ["FSDP_GUARD_REPORT"]
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(audit.to_json() + "\n")
    os.replace(temporary, path)
