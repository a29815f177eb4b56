"""What the scripts here share: running flows one after the other, and saying what the guard said of each."""

from __future__ import annotations

from typing import Callable

import torch
import torch.distributed as dist
from net import begin

import guard


def run(*flows: Callable[[], None]) -> None:
    """Print `flow: silent`, the code the guard stopped it with, or the error that it ended with."""
    if not dist.is_initialized():
        begin()
    for flow in flows:
        try:
            flow()
        except guard.ParameterGroupError as error:
            words = error.audit.findings[0].code
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
        else:
            words = "silent"
        print(f"{flow.__name__}: {words}\n", end="", flush=True)
    dist.barrier()
    dist.destroy_process_group()


def assert_trained(optimizer: torch.optim.Optimizer) -> None:
    """An Adam that met a gradient has a state; one that holds replaced parameters has none."""
    assert any(state["exp_avg"].abs().sum() > 0 for state in optimizer.state.values()), "nothing was trained"
