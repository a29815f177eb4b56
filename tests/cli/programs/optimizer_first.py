import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model = FSDP(model)
    return model, optimizer
