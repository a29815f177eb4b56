"""Stop a training job before it starts when a sharding wrapper has broken its optimizer's parameter groups.

    import guard

at the top of a training script is all: every optimizer that is built afterwards is looked at when it is built and
around its first step. `FSDP_GUARD=raise` (the default), `warn` or `off` says what happens to a broken one;
`FSDP_GUARD_REPORT=audit.json` has rank 0 write what the groups hold.

Nothing is imported here that the job has not imported: torch is looked at when it arrives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from guard.errors import ParameterGroupError
from guard.watching import install, uninstall

if TYPE_CHECKING:
    from guard.auditing import Audit, Finding, Group

__all__ = ["Audit", "Finding", "Group", "ParameterGroupError", "audit", "expect", "install", "uninstall"]


def audit(model: Any, optimizer: Any) -> Audit:
    """What an optimizer's groups hold, and what is wrong with them; `model` gives the names of the parameters.

    Takes a `torch.nn.Module` and a `torch.optim.Optimizer`; works with and without the patches of `install`. Nothing is
    raised and nothing is changed.
    """
    from guard.judging import audit_of, judge, look_at
    from guard.watching import records

    look = look_at(optimizer, records(), [model])
    return audit_of(optimizer, look, judge(look), "")


def expect(hyperparameters: Mapping[str, Mapping[str, Any]]) -> None:
    """State with which hyperparameters original parameters are to be trained.

        guard.expect({"*": {"weight_decay": 0.1}, "*.bias": {"weight_decay": 0.0}})

    The keys are shell patterns over names as the unwrapped model has them; where several match, the later one goes
    first for the hyperparameters that it states. Optimizers that are built already are held against it at once
    (raising `ParameterGroupError`), others when they are built; what no optimizer holds, and a pattern that matches
    nothing, is told at the first step. What is stated by several calls adds up.

    Raises TypeError for anything but strings with mappings.
    """
    from guard.watching import state_expectation

    for pattern, values in hyperparameters.items():
        if not isinstance(pattern, str) or not isinstance(values, Mapping):
            raise TypeError(
                f"guard.expect takes {{pattern: {{hyperparameter: value}}}}, not {{{pattern!r}: {values!r}}}"
            )
    state_expectation(hyperparameters)


def __getattr__(name: str) -> Any:
    """The records of an audit are imported when they are asked for: every process of a job imports this package."""
    if name not in ("Audit", "Finding", "Group"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from guard import auditing

    return getattr(auditing, name)


install()
