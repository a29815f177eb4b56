"""Stop a training job before it starts when a sharding wrapper has broken its optimizer's parameter groups.

    import guard

at the top of a training script is all: every optimizer that is built afterwards is looked at once when it is built and
once after its first step. `FSDP_GUARD=raise` (the default), `warn` or `off` says what happens to a broken one;
`FSDP_GUARD_REPORT=audit.json` has rank 0 write what was found.

Nothing is imported here that the job has not imported: torch is looked at when it arrives.
"""

from __future__ import annotations

from typing import Any

from guard.audit import Audit, Finding, Group
from guard.errors import ParameterGroupError
from guard.watching import install, uninstall

__all__ = ["Audit", "Finding", "Group", "ParameterGroupError", "audit", "install", "uninstall"]


def audit(model: Any, optimizer: Any) -> Audit:
    """What an optimizer's groups hold, and what is wrong with them; `model` gives the names of plain parameters.

    Nothing is raised and nothing is changed. Takes a `torch.nn.Module` and a `torch.optim.Optimizer`.
    """
    from guard.judging import judge

    names = {id(parameter): name for name, parameter in model.named_parameters()}
    return judge(optimizer, names)


install()
