"""A stand-in for a GPU: Accelerate takes an FSDP plugin on a list of devices, and the CPU is none of them."""

from __future__ import annotations

import os
import types
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import accelerate.state
import torch
from accelerate.utils import DistributedType


@contextmanager
def fresh_accelerate() -> Iterator[None]:
    """Forget what earlier flows set up, and make Accelerate on CPU as it is on a GPU.

    The CPU takes the place of one device of the list, and is called "cpu" rather than "cpu:0", as FSDP calls it.
    What Accelerate does once it has chosen FSDP, which is all that matters here, is its own.
    """
    accelerate.state.AcceleratorState._reset_state(reset_partial_state=True)
    os.environ.pop("ACCELERATE_USE_FSDP", None)
    kinds = types.SimpleNamespace(**{**DistributedType.__members__, "MULTI_NPU": DistributedType.MULTI_CPU})
    with (
        mock.patch.object(accelerate.state, "DistributedType", kinds),
        mock.patch.object(accelerate.state.PartialState, "set_device", _set_device),
    ):
        yield


def _set_device(state: accelerate.state.PartialState) -> None:
    state.device = torch.device("cpu")
