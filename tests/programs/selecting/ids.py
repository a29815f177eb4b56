# expect: bug FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    head = set(map(id, m.head.parameters()))  #!
    a = [p for p in m.parameters() if id(p) in head]  #!
    b = [p for p in m.parameters() if id(p) not in head]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
