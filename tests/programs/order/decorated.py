# expect: bug FSDP001
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def timed(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner
@timed
def shard(m):
    return FSDP(m)
@timed
def groups(m):
    a = [p for n, p in m.named_parameters() if "bias" in n]  #!
    b = [p for n, p in m.named_parameters() if "bias" not in n]  #!
    return [{"params": a, "weight_decay": 0.0}, {"params": b}]
def main(m):
    m = shard(m)
    return torch.optim.AdamW(groups(m))  #!
