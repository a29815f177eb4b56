# expect: bug FSDP004
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, loader):
    plugin = FullyShardedDataParallelPlugin(fsdp_version=2)
    accelerator = Accelerator(fsdp_plugin=plugin)
    groups = [{"params": list(model.parameters()), "lr": 1e-4}]
    model = accelerator.prepare(model)
    opt = torch.optim.AdamW(groups)  #!
    for b in loader:
        opt.step()
