import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    optimizer = torch.optim.Adagrad(model.parameters())
    for name, parameter in model.named_parameters():
        if "layers.0." in name:
            parameter.requires_grad = False
    return model, optimizer
