# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    names = [n for n, _ in m.named_parameters()]  #!
    a, b = [], []
    for n, p in zip(names, m.parameters()):  #!
        (a if "attn" in n else b).append(p)  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
