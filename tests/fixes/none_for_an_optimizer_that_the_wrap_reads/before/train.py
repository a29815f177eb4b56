import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, accelerator):
    optimizer = torch.optim.AdamW(model.parameters())
    if len(optimizer.param_groups) == 1:
        model = FSDP(model)
    return model, optimizer
