# expect: bug FSDP001
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    ordered = sorted(net.named_parameters(), key=lambda pair: "bias" in pair[0])  #!
    groups = {key: [p for _, p in members] for key, members in itertools.groupby(ordered, key=lambda pair: "bias" in pair[0])}  #!
    decayed, plain = groups[False], groups[True]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
