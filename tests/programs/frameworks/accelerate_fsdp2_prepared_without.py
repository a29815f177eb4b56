# expect: bug FSDP004
# Only the optimizer that is prepared together with the model gets the new parameters.
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    accelerator = Accelerator(fsdp_plugin=FullyShardedDataParallelPlugin(fsdp_version=2))
    optimizer = torch.optim.AdamW(model.layers.parameters(), lr=1e-4)
    of_head = torch.optim.AdamW(model.head.parameters(), lr=1e-3)  #!
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        optimizer.step()
        of_head.step()
