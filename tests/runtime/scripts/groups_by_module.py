"""Groups by module after a flattening wrap, of a model that comes from a library."""

from __future__ import annotations

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from net import CPU, begin

from tests.truth.stand_ins import cuda_streams

begin()
model = FSDP(torch.nn.Transformer(4, 1, 1, 1, 8), compute_device=CPU)
optimizer = torch.optim.AdamW(
    [
        {"params": model.encoder.parameters(), "lr": 1e-5},
        {"params": model.decoder.parameters(), "lr": 1e-3},
    ]
)
with cuda_streams():
    model(torch.randn(2, 3, 4), torch.randn(2, 3, 4)).square().mean().backward()
    optimizer.step()
print("it went on", flush=True)
dist.destroy_process_group()
