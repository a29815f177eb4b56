import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    for parameter in model.module.parameters():
        if parameter.ndim > 1:
            parameter.requires_grad = False
    return model
