"""A small transformer-shaped model: the names, shapes and modules that parameter groups are usually cut along."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

WIDTH = 8
SUBLAYERS = ("layers.0.attn", "layers.0.mlp", "layers.1.attn", "layers.1.mlp")


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x: torch.Tensor) -> Any:
        return self.out(torch.tanh(self.query(x)))


class Mlp(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.up = nn.Linear(WIDTH, 2 * WIDTH)
        self.down = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x: torch.Tensor) -> Any:
        return self.down(torch.relu(self.up(x)))


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attn = Attention()
        self.mlp = Mlp()
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, x: torch.Tensor) -> Any:
        return x + self.mlp(self.norm(x + self.attn(x)))


class Transformer(nn.Module):
    """Two blocks and a head: 22 parameters, of which 8 are attention's and 9 have two dimensions."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Block(), Block()])
        self.head = nn.Linear(WIDTH, 4)

    def forward(self, x: torch.Tensor) -> Any:
        for layer in self.layers:
            x = layer(x)
        return self.head(x)

    def configure_optimizers(self) -> str:
        return "configured"


def names(module: nn.Module) -> list[str]:
    """What `named_parameters()` calls the parameters, in its order."""
    return [name for name, _ in module.named_parameters()]


def backward(module: nn.Module) -> None:
    """One forward and backward, on the same batch on every rank: every wrapper's true gradient is the unwrapped one."""
    batch = torch.randn(4, WIDTH, generator=torch.Generator().manual_seed(0))
    module(batch).pow(2).mean().backward()
