import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def build(model):
    model = torch.compile(DDP(model))
    head, body = [], []
    for name, parameter in (
        model
        ._orig_mod.module.named_parameters()
    ):
        (head if name in {"head.weight", "head.bias"} else body).append(parameter)
    return model, torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": body, "lr": 1e-5}])
