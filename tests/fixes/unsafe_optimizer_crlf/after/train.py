import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    # First.
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model = FSDP(model)
    return model, optimizer
