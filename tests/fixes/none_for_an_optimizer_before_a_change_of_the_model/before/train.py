import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad])
    model.head.requires_grad_(False)
    model = FSDP(model)
    return model, optimizer
