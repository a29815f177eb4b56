# expect: bug FSDP008
import torch
from torch.distributed.fsdp import fully_shard


def build(model, rate):
    head = {id(p) for p in model.head.parameters()}  #!
    for block in model.blocks:
        fully_shard(block)
    fully_shard(model)
    groups = [
        {"params": [p for p in model.parameters() if id(p) in head], "lr": 10 * rate},  #!
        {"params": [p for p in model.parameters() if id(p) not in head], "lr": rate},  #!
    ]
    return torch.optim.AdamW(groups)
