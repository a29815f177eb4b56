# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(model, rate):
    for block in model.blocks:
        fully_shard(block)
    fully_shard(model)
    head = {id(p) for p in model.head.parameters()}
    groups = [
        {"params": [p for p in model.parameters() if id(p) in head], "lr": 10 * rate},
        {"params": [p for p in model.parameters() if id(p) not in head], "lr": rate},
    ]
    return torch.optim.AdamW(groups)
