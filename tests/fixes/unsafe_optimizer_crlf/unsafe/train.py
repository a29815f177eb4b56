import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    # First.
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return model, optimizer
