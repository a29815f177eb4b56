"""Accelerate and Fabric in the ranks: imported past the tests' own folder `packaging`, a CPU taken for a GPU."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import torch
from torch import nn
from torch.distributed.fsdp import fully_sharded_data_parallel as torch_fsdp

TESTS = Path(__file__).resolve().parents[1]


def accelerator_class() -> Any:
    """The class `Accelerator`."""
    return _imported("accelerate").Accelerator


def fabric_class() -> Any:
    """The class `Fabric`."""
    return _imported("lightning").Fabric


@contextlib.contextmanager
def launchers() -> Iterator[None]:
    """Within it, Accelerate is as in a process that has just begun, and Fabric shards on a CPU.

    Fabric refuses its own strategy there, and takes one that is derived from it; it then names no device to torch.
    """
    strategies = _imported("lightning.fabric.strategies")
    derived = type("FSDPStrategy", (strategies.FSDPStrategy,), {})
    with (
        _imported("tests.runtime.frameworks.scripts.accelerate_on_cpu").fresh_accelerate(),
        mock.patch.object(strategies, "FSDPStrategy", derived),
        mock.patch.object(torch_fsdp, "_init_device_handle", _on_cpu),
    ):
        yield


def _on_cpu(
    state: Any, module: nn.Module, ignored: Any, device: Any, original: Any = torch_fsdp._init_device_handle
) -> Any:
    return original(state, module, ignored, torch.device("cpu") if device is None else device)


def _imported(name: str) -> Any:
    # pytest puts the folder of the tests on the path, where it would hide the library `packaging`.
    path = [one for one in sys.path if Path(one or ".").resolve() != TESTS]
    with mock.patch.object(sys, "path", path):
        return importlib.import_module(name)
