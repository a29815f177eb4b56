# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

REG = {}


def register(name):
    def deco(c):
        REG[name] = c
        return c

    return deco


@register("fsdp")
class Sharded:
    wrapper = FSDP

    @classmethod
    def build(cls, m):
        return cls.wrapper(m)


def main(m, name="fsdp"):
    m = REG["fsdp"].build(m)
    a = [p for n, p in m.named_parameters() if "head" in n]  #!
    b = [p for n, p in m.named_parameters() if "head" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-5}, {"params": b}])  #!
