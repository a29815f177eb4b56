import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    # Shards.
    model = FSDP(model, use_orig_params=True)

    # Only biases train.
    for parameter in model.parameters():
        if parameter.ndim > 1:
            parameter.requires_grad = False  # é

    return model
