"""Two groups by the start of a name after FSDP1 flattened: without names, and then with prefixed ones."""

from __future__ import annotations

import torch
import torch.distributed as dist
from net import CPU, Net, begin
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

begin()
model = FSDP(Net(), device_id=CPU)
head = [p for n, p in model.named_parameters() if n.startswith("head.")]
rest = [p for n, p in model.named_parameters() if not n.startswith("head.")]
torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
print("it went on", flush=True)
dist.destroy_process_group()
