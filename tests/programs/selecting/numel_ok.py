# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a = [p for p in m.parameters() if p.numel() > 1000]  #!
    b = [p for p in m.parameters() if not p.numel() > 1000]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
