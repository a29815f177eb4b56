# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    groups = {True: [], False: []}  #!
    for n, p in net.named_parameters():  #!
        groups["bias" in n].append(p)  #!
    decayed, plain = groups[False], groups[True]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
