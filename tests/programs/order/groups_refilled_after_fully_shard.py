# expect: clean
# The optimizer is built first, then its groups are given the new parameters by hand.
import torch
from torch.distributed.fsdp import fully_shard


def build(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    fully_shard(model)
    for group in optimizer.param_groups:
        group["params"] = list(model.parameters())
    optimizer.step()
    return optimizer
