# expect: clean
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    plugin = FullyShardedDataParallelPlugin(fsdp_version=2)
    accelerator = Accelerator(fsdp_plugin=plugin)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-4) #!
    model, opt, loader = accelerator.prepare(model, opt, loader)
    for b in loader:
        opt.step()
