"""The incident: three groups by name after a flattening wrap."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, Net, begin

begin()
model = FSDP(Net(), compute_device=CPU)
named = list(model.named_parameters())
torch.optim.AdamW(
    [
        {"params": [p for n, p in named if "attention" in n], "lr": 1e-4},
        {"params": [p for n, p in named if "mlp" in n], "lr": 2e-5},
        {"params": [p for n, p in named if "attention" not in n and "mlp" not in n], "lr": 2e-5},
    ],
    weight_decay=0.01,
)
print("it went on", flush=True)
dist.destroy_process_group()
