# expect: clean
import itertools

import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a = list(itertools.chain(m.attn.parameters(), m.norm.parameters()))  #!
    b = list(m.mlp.parameters())  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
