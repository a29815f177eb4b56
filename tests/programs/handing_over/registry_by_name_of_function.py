# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

REG = {}


def register(f):
    REG[f.__name__] = f
    return f


@register
def fsdp(m):
    return FSDP(m)


@register
def none(m):
    return m


def main(m, name="fsdp"):
    m = REG[name](m)
    a = [p for n, p in m.named_parameters() if "head" in n]  #!
    b = [p for n, p in m.named_parameters() if "head" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-5}, {"params": b}])  #!
