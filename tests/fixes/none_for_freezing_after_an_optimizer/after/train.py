import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    for parameter in model.parameters():
        if parameter.ndim > 1:
            parameter.requires_grad = False
    return model, optimizer
