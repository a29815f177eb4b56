# expect: bug FSDP001
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    def split(groups, pair):  #!
        groups["bias" in pair[0]].append(pair[1])  #!
        return groups  #!
    plain, decayed = [], []  #!
    groups = functools.reduce(split, net.named_parameters(), (decayed, plain))  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
