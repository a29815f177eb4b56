# expect: bug FSDP002
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    named = {n: p for n, p in m.named_parameters() if p.requires_grad}  #!
    a = [p for n, p in named.items() if p.dim() >= 2]  #!
    b = [p for n, p in named.items() if p.dim() < 2]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
