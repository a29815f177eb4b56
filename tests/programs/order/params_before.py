# expect: bug FSDP004
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    decay = [p for p in m.parameters() if p.ndim >= 2]
    plain = [p for p in m.parameters() if p.ndim < 2]
    m = FSDP(m)
    opt = torch.optim.AdamW([{"params": decay}, {"params": plain, "weight_decay": 0.0}])  #!
    return m, opt
