"""A small transformer-like net, two gloo ranks, and the groups that the scripts here use."""

from __future__ import annotations

import os
import warnings
from typing import Any

import torch
import torch.distributed as dist
from torch import nn

CPU = torch.device("cpu")


class Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.q_proj = nn.Linear(width, width, bias=False)
        self.o_proj = nn.Linear(width, width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.o_proj(torch.sigmoid(self.q_proj(x)))


class Layer(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.attention = Attention(width)
        self.mlp = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mlp(self.norm(x + self.attention(x)))


class Net(nn.Module):
    def __init__(self, width: int = 6, depth: int = 2) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(width) for _ in range(depth))
        self.head = nn.Linear(width, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def begin() -> None:
    """Two ranks; a fault of the guard's own is an error here, not the warning that it is elsewhere."""
    warnings.filterwarnings("error", message="guard could not look")
    dist.init_process_group("gloo", rank=int(os.environ["RANK"]), world_size=int(os.environ["WORLD_SIZE"]))
    torch.manual_seed(1)


def by_name(model: nn.Module) -> list[dict[str, Any]]:
    named = list(model.named_parameters())
    return [
        {"params": [p for n, p in named if "attention" in n], "lr": 0.1},
        {"params": [p for n, p in named if "attention" not in n], "lr": 0.01},
    ]


def by_shape(model: nn.Module) -> list[dict[str, Any]]:
    return [
        {"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": 0.1},
        {"params": [p for p in model.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]


def sharded(net: nn.Module, **settings: Any) -> nn.Module:
    """In place, by FSDP2."""
    from torch.distributed.fsdp import fully_shard  # which torch 1.13 does not have

    fully_shard(net, mesh=dist.init_device_mesh("cpu", (2,)), **settings)
    return net


def train(model: nn.Module, *optimizers: torch.optim.Optimizer, width: int = 6) -> None:
    for _ in range(2):
        for optimizer in optimizers:
            optimizer.zero_grad()
        model(torch.randn(4, width)).square().mean().backward()
        for optimizer in optimizers:
            optimizer.step()
