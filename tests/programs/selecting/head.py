# expect: bug FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    return torch.optim.AdamW([{"params": m.head.parameters(), "lr": 1e-3}, {"params": m.body.parameters()}], lr=1e-5)  #!
