import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, path):
    optimizer = torch.optim.AdamW(model.parameters())
    optimizer.load_state_dict(torch.load(path))
    model = FSDP(model)
    return model, optimizer
