# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    return torch.optim.AdamW([{"params": m.head.parameters(), "lr": 1e-3}, {"params": m.body.parameters()}], lr=1e-5)  #!
