import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    # Adagrad has a state of the parameters' shapes from the start, and below the wrap there are no matrices.
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    rest = [p for p in model.parameters() if p.ndim < 2]
    optimizer = torch.optim.Adagrad([{"params": matrices, "lr": 0.1}, {"params": rest, "lr": 0.01}])
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "layers.0." in name:
            parameter.requires_grad = False
    return model, optimizer
