# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a = [p for p in m.parameters() if len(p.shape) == 1]  #!
    b = [p for p in m.parameters() if len(p.shape) != 1]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
