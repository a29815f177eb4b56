# expect: bug FSDP004
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    plugin = FullyShardedDataParallelPlugin(use_orig_params=False)
    accelerator = Accelerator(fsdp_plugin=plugin)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-4) #!
    model, opt, loader = accelerator.prepare(model, opt, loader)
    for b in loader:
        opt.step()
