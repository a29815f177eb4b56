import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    optimizer = torch.optim.AdamW(model.parameters()); print("built")
    model = FSDP(model)
    return model, optimizer
