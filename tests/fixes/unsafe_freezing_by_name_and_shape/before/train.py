import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "head" in name or parameter.ndim > 1:
            parameter.requires_grad_(False)
