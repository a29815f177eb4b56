# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    head = set(map(id, m.head.parameters()))  #!
    a = [p for p in m.parameters() if id(p) in head]  #!
    b = [p for p in m.parameters() if id(p) not in head]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
