import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def build(model):
    model = torch.compile(DDP(model))
    for name, parameter in (
        model
        .named_parameters()
    ):
        parameter.requires_grad_(name in {"head.weight", "head.bias"})
    return model
