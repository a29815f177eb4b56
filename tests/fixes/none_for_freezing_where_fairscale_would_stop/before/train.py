import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    # Unflattened fairscale trains with frozen parameters, and stops when the model is saved.
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "head" in name or parameter.ndim > 1:
            parameter.requires_grad_(False)
