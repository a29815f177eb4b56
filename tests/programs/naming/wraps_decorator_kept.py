# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
import functools


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return inner


@logged
def shard(net, **kwargs):
    return FSDP(net, **kwargs)


def build(net, args):
    net = shard(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
