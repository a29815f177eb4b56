# expect: bug FSDP001
import functools
import time

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def timed(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        start = time.time()
        result = f(*args, **kwargs)
        print(f.__name__, time.time() - start)
        return result

    return inner


@timed
def shard(m, orig=True):
    return FSDP(m, use_orig_params=orig)


@timed
def groups(m):
    a = [p for n, p in m.named_parameters() if "head" in n]  #!
    b = [p for n, p in m.named_parameters() if "head" not in n]  #!
    return [{"params": a, "lr": 1e-5}, {"params": b}]


@timed
def opt(m):
    return torch.optim.AdamW(groups(m))  #!


@timed
def setup(m):
    m = shard(m, orig=False)
    return opt(m)


@timed
def main(m):
    return setup(m)
