"""Two groups by a walk over modules after fairscale flattened, the second by the identity of what the first has not."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, Net, begin
from torch import nn

begin()
model = FSDP(Net(), compute_device=CPU)
norms = [p for m in model.modules() if isinstance(m, nn.LayerNorm) for p in m.parameters()]
known = {id(p) for p in norms}
rest = [p for p in model.parameters() if id(p) not in known]
torch.optim.AdamW([{"params": norms, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
print("it went on", flush=True)
dist.destroy_process_group()
