"""The same script without the wrap: every wrapper's constructor gives the model back as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import fairscale.nn
import torch
import torch.distributed.fsdp
import torch.nn.parallel
from torch import nn

from .launching import accelerator_class, fabric_class

OWN = ("module", "_orig_mod")
"""Under these names a wrapper holds the model."""


def _unwrapped(module: nn.Module, *_: Any, **__: Any) -> nn.Module:
    """The module, which answers to what scripts ask of wrappers."""
    if not isinstance(module, (nn.ModuleList,)):
        for name in OWN:
            module.__dict__[name] = module
        module.__dict__["clip_grad_norm_"] = lambda limit: nn.utils.clip_grad_norm_(module.parameters(), limit)
    return module


def _unprepared(_: object, *given: Any) -> Any:
    for one in given:
        if isinstance(one, nn.Module):
            _unwrapped(one)
    return given if len(given) > 1 else given[0]


@contextlib.contextmanager
def without_wraps() -> Iterator[None]:
    """Within it, what a script imports as a wrapper wraps nothing."""
    owners = [
        (fairscale.nn, "FullyShardedDataParallel"),
        (fairscale.nn, "auto_wrap"),
        (torch.distributed.fsdp, "FullyShardedDataParallel"),
        (torch.distributed.fsdp, "fully_shard"),
        (torch.nn.parallel, "DistributedDataParallel"),
        (torch, "compile"),
    ]
    with contextlib.ExitStack() as stack:
        for owner, name in owners:
            stack.enter_context(mock.patch.object(owner, name, _unwrapped))
        stack.enter_context(mock.patch.object(accelerator_class(), "prepare", _unprepared))
        for name in ("setup", "setup_module"):
            stack.enter_context(mock.patch.object(fabric_class(), name, _unprepared))
        yield
