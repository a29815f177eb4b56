# expect: bug FSDP003
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    a = list(itertools.chain(m.attn.parameters(), m.norm.parameters()))  #!
    b = list(m.mlp.parameters())  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
