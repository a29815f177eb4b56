# expect: maybe FSDP004
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    plugin = FullyShardedDataParallelPlugin(auto_wrap_policy="transformer_based_wrap")
    accelerator = Accelerator(fsdp_plugin=plugin)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-4) #!
    model, opt, loader = accelerator.prepare(model, opt, loader)
    for b in loader:
        opt.step()
