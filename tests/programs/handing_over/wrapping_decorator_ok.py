# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def sharded(**settings):
    def deco(build):
        def inner(*a, **k):
            return FSDP(build(*a, **k), **settings)

        return inner

    return deco


@sharded(use_orig_params=True)
def build(width):
    return nn.Linear(width, width)


def main():
    m = build(4)
    a = [p for n, p in m.named_parameters() if "head" in n]
    b = [p for n, p in m.named_parameters() if "head" not in n]
    return torch.optim.AdamW([{"params": a, "lr": 1e-5}, {"params": b}])
