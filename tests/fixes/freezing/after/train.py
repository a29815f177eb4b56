import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    for name, parameter in model.named_parameters():
        if "encoder" in name:
            parameter.requires_grad = False
    return model
