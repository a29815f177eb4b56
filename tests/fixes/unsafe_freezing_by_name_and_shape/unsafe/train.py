import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for name, parameter in model.named_parameters():
        if "head" in name or parameter.ndim > 1:
            parameter.requires_grad_(False)
    model = FSDP(model, use_orig_params=True)
