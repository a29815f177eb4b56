"""The norm by which each rank clips a sharded model, and that of the whole gradients."""

from __future__ import annotations

import torch
import torch.distributed as dist
from net import CPU, Net, begin
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

begin()
model = FSDP(Net(), device_id=CPU, use_orig_params=True)
torch.manual_seed(7)
model(torch.randn(4, 6)).square().mean().backward()
squares = torch.stack([p.grad.square().sum() for p in model.parameters() if p.grad is not None]).sum()
dist.all_reduce(squares)
norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1e-3)
print(f"norm: {'whole' if torch.allclose(norm, squares.sqrt()) else 'local'}\n", end="", flush=True)
dist.destroy_process_group()
