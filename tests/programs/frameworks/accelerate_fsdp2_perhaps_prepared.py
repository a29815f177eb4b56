# expect: clean
# What is prepared beside the model may well be the optimizer.
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin
from schedules import scheduled


def main(model, loader):
    accelerator = Accelerator(fsdp_plugin=FullyShardedDataParallelPlugin(fsdp_version=2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model, trained = accelerator.prepare(model, scheduled(optimizer))
    for batch in loader:
        optimizer.step()
