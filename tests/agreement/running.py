"""Runs a script in this process, and looks at what it has trained."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import torch
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel
from torch.optim.optimizer import register_optimizer_step_pre_hook

from tests.truth.wrappers import whole

from .launching import launchers

_OF_WRAPPERS = re.compile(r"(_forward_module|_fsdp_wrapped_module|_fpw_module|_orig_mod|^module)\.")


@dataclass
class Stepped:
    """An optimizer as it was before its first step."""

    optimizer: torch.optim.Optimizer
    groups: list[dict[str, Any]]
    before: dict[int, torch.Tensor]


@dataclass
class Trained:
    """What a run came to: every parameter's value at the end, by its original name, and the optimizers."""

    models: tuple[nn.Module, ...]
    values: dict[str, torch.Tensor]
    stepped: list[Stepped] = field(default_factory=list)


def run(folder: Path, arguments: list[str]) -> Trained:
    """Run train.py's `main()` as if it was started with these arguments."""
    stepped: dict[int, Stepped] = {}

    def first_step(optimizer: torch.optim.Optimizer, *_: Any) -> None:
        if id(optimizer) not in stepped:
            held = [p for group in optimizer.param_groups for p in group["params"]]
            before = {id(p): p.detach().clone() for p in held if type(p.data) is torch.Tensor}
            stepped[id(optimizer)] = Stepped(optimizer, [dict(group) for group in optimizer.param_groups], before)

    hook = register_optimizer_step_pre_hook(first_step)
    try:
        with _imported(folder, arguments) as script:
            found = script.main()
            models = found if isinstance(found, tuple) else (found,)
            values = {f"{number}.{name}": v for number, one in enumerate(models) for name, v in _values(one).items()}
            return Trained(models, values, list(stepped.values()))
    finally:
        hook.remove()


@contextlib.contextmanager
def _imported(folder: Path, arguments: list[str]) -> Iterator[Any]:
    """The script as a module of its own; afterwards its files are as if they had never been imported."""
    names = [path.stem for path in folder.glob("*.py")]
    with (
        mock.patch.object(sys, "path", [str(folder), *sys.path]),
        mock.patch.object(sys, "argv", ["train", *arguments]),
        launchers(),
    ):
        importlib.invalidate_caches()
        try:
            yield importlib.import_module("train")
        finally:
            for name in names:
                sys.modules.pop(name, None)


def _values(model: nn.Module) -> dict[str, torch.Tensor]:
    with contextlib.ExitStack() as stack:
        stack.enter_context(FullyShardedDataParallel.summon_full_params(model, writeback=False))
        for unit in _outermost(model):
            stack.enter_context(unit.summon_full_params(volatile=True))
        return {plain(name): whole(p).detach().clone() for name, p in model.named_parameters()}


def plain(name: str) -> str:
    """The name that the unwrapped model has for it."""
    return _OF_WRAPPERS.sub("", name)


def _outermost(model: nn.Module) -> list[FairscaleFSDP]:
    if isinstance(model, FairscaleFSDP):
        return [model]
    return [unit for child in model.children() for unit in _outermost(child)]
