"""Weights that are frozen by their shape after the wrap: what is left to train, over both ranks."""

from __future__ import annotations

import torch
import torch.distributed as dist
from net import CPU, Net, begin
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

begin()
model = Net()
model = FSDP(model, device_id=CPU, use_orig_params=True)
for parameter in model.parameters():
    if parameter.ndim < 2:
        parameter.requires_grad = False
elements = torch.tensor(sum(p.numel() for p in model.parameters() if p.requires_grad))
dist.all_reduce(elements)
print(f"trains: {elements.item()}\n", end="", flush=True)
dist.destroy_process_group()
