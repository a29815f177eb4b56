# expect: bug FSDP004
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    accelerator = Accelerator(fsdp_plugin=FullyShardedDataParallelPlugin(fsdp_version=2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)  #!
    model = accelerator.prepare(model)
    for batch in loader:
        optimizer.step()
