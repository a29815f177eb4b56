import torch
from torch.distributed.fsdp import fully_shard


def build(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for layer in model.layers:
        fully_shard(layer)
    fully_shard(model)
    return model, optimizer
