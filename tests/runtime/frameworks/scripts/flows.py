"""What the scripts here share: running flows one after the other, and saying what the guard said of each."""

from __future__ import annotations

import gc
import re
import warnings
from typing import Callable

import torch
import torch.distributed as dist
from net import begin

import guard


def run(*flows: Callable[[], None]) -> None:
    """Print `flow: silent`, what the guard warned of, the code it stopped the flow with, or the error that ended it."""
    if not dist.is_initialized():
        begin()
    for flow in flows:
        gc.collect()  # a model is a cycle, and would be alive in the next flow
        print(f"{flow.__name__}: {_outcome(flow)}\n", end="", flush=True)
    dist.barrier()
    dist.destroy_process_group()


def _outcome(flow: Callable[[], None]) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            flow()
        except guard.ParameterGroupError as error:
            return error.audit.findings[0].code
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    told = [str(one.message) for one in caught if re.match(r"FSDP\d{3}|guard", str(one.message))]
    return f"warning: {told[0]}" if told else "silent"


def assert_trained(optimizer: torch.optim.Optimizer) -> None:
    """An Adam that met a gradient has a state; one that holds replaced parameters has none."""
    assert any(state["exp_avg"].abs().sum() > 0 for state in optimizer.state.values()), "nothing was trained"
