import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    optimizer = torch.optim.AdamW(model.parameters())
    sharded = FSDP(model)
    return sharded, optimizer
