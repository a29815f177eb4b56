"""The incident's three groups, with flatten_parameters=False: what the audit says of them."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, Net, begin

import guard

begin()
model = FSDP(Net(), compute_device=CPU, flatten_parameters=False)
named = list(model.named_parameters())
optimizer = torch.optim.AdamW(
    [
        {"params": [p for n, p in named if "attention" in n], "lr": 1e-4},
        {"params": [p for n, p in named if "mlp" in n], "lr": 2e-5},
        {"params": [p for n, p in named if "attention" not in n and "mlp" not in n], "lr": 2e-5},
    ],
    weight_decay=0.01,
)
audit = guard.audit(model, optimizer)
counts = [(group.tensors, group.original, group.leaves, group.verdict) for group in audit.groups]
print(f"audit: {counts} {audit.findings}\n", end="", flush=True)
dist.barrier()
dist.destroy_process_group()
