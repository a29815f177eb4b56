"""Three groups by name after a flattening wrap, of a model whose class is in the same file."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, begin, train
from torch import nn

from tests.truth.stand_ins import cuda_streams


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
        self.self_attn = Attention(width)
        self.mlp = nn.Sequential(nn.Linear(width, width), nn.ReLU())
        self.norm = nn.LayerNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mlp(self.norm(x + self.self_attn(x)))


class Decoder(nn.Module):
    def __init__(self, width: int = 6, depth: int = 2) -> None:
        super().__init__()
        self.width = width
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(Layer(width))
        self.head = nn.Linear(width, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


begin()
model = FSDP(Decoder(), compute_device=CPU)
named = list(model.named_parameters())
optimizer = torch.optim.AdamW(
    [
        {"params": [p for n, p in named if "self_attn" in n], "lr": 1e-4},
        {"params": [p for n, p in named if "mlp" in n], "lr": 2e-5},
        {"params": [p for n, p in named if "self_attn" not in n and "mlp" not in n], "lr": 2e-5},
    ],
    weight_decay=0.01,
)
with cuda_streams():
    train(model, optimizer)
print("it went on", flush=True)
dist.destroy_process_group()
