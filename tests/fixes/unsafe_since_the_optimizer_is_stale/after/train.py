import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    optimizer = torch.optim.Adagrad(model.parameters())
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "layers.0." in name:
            parameter.requires_grad = False
    return model, optimizer
