import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    for name, parameter in model.named_parameters():
        if "head" in name or parameter.ndim > 1:
            parameter.requires_grad_(False)
    model = FSDP(model, flatten_parameters=False)
