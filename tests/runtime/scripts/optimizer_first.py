"""An optimizer that is built before the wrap: what training changes."""

from __future__ import annotations

import torch
import torch.distributed as dist
from net import CPU, Net, begin, train
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

begin()
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
model = FSDP(model, device_id=CPU)
before = [p.detach().clone() for p in model.parameters()]
train(model, optimizer)
changed = any(not torch.equal(old, p) for old, p in zip(before, model.parameters()))
print(f"trained: {'yes' if changed else 'nothing'}\n", end="", flush=True)
dist.destroy_process_group()
