# expect: bug FSDP004
import torch
from torch.distributed.fsdp import fully_shard


def build(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)  #!
    optimizer.param_groups[0]["params"] = list(model.parameters())
    fully_shard(model)
    optimizer.step()
    return optimizer
