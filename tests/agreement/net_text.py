"""The model that every script trains."""

from __future__ import annotations

from typing import Final

IMPORTS: Final = ("import torch", "from torch import nn")

TEXT: Final = """
WIDTH = 8


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.out(torch.tanh(self.query(x)))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(WIDTH, 2 * WIDTH)
        self.down = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x):
        return self.down(torch.sigmoid(self.up(x)))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = Attention()
        self.mlp = Mlp()
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, x):
        return x + self.mlp(self.norm(x + self.attn(x)))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Block(), Block()])
        self.head = nn.Linear(WIDTH, 4)

    def forward(self, x):
        for block in self.layers:
            x = block(x)
        return self.head(x)
"""
