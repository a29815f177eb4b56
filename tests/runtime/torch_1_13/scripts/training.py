"""Training with fairscale on the CPU under torch 1.13, whose gloo lacks two of the collectives that fairscale uses."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import net
import torch
import torch.distributed as dist
from torch import nn
from truth.stand_ins import cuda_streams


def _all_gather_base(output: torch.Tensor, source: torch.Tensor, group: Any = None) -> None:
    dist.all_gather(list(output.view(-1).chunk(dist.get_world_size(group))), source.view(-1), group=group)


def _reduce_scatter_base(output: torch.Tensor, source: torch.Tensor, group: Any = None) -> None:
    total = source.clone()
    dist.all_reduce(total, group=group)
    output.view(-1).copy_(total.view(-1).chunk(dist.get_world_size(group))[dist.get_rank(group)])


@contextlib.contextmanager
def _on_the_cpu() -> Iterator[None]:
    with (
        cuda_streams(),
        mock.patch.object(dist, "_all_gather_base", _all_gather_base),
        mock.patch.object(dist, "_reduce_scatter_base", _reduce_scatter_base),
    ):
        yield


def train(model: nn.Module, *optimizers: torch.optim.Optimizer) -> None:
    """Two steps."""
    with _on_the_cpu():
        net.train(model, *optimizers)
