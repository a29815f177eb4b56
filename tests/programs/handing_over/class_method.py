# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class B:
    @staticmethod
    def shard(m):
        return FSDP(m)

    @classmethod
    def make(cls, m):
        m = cls.shard(m)
        a = [p for n, p in m.named_parameters() if "head" in n]  #!
        b = [p for n, p in m.named_parameters() if "head" not in n]  #!
        return torch.optim.AdamW([{"params": a, "lr": 1e-5}, {"params": b}])  #!


def main(m):
    return B.make(m)
