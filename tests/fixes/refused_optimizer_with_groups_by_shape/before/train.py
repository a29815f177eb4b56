import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": decay}, {"params": plain, "weight_decay": 0.0}])
    model = FSDP(model)
    return model, optimizer
