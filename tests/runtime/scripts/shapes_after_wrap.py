"""Matrices and vectors told apart by shape after FSDP1 made every parameter a flat piece."""

from __future__ import annotations

import torch
import torch.distributed as dist
from net import CPU, Layer, Net, begin
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import ModuleWrapPolicy

begin()
model = Net()
model = FSDP(model, device_id=CPU, auto_wrap_policy=ModuleWrapPolicy({Layer}))
matrices = [p for p in model.parameters() if p.ndim > 1]
vectors = [p for n, p in model.named_parameters() if p.dim() <= 1]
torch.optim.AdamW([{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}])
print("it went on", flush=True)
dist.destroy_process_group()
