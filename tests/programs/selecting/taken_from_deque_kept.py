# expect: clean
from collections import deque

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    pairs = deque((n, p) for n, p in net.named_parameters())  #!
    decayed, plain = [], []  #!
    while pairs:  #!
        n, p = pairs.popleft()  #!
        if "bias" in n:  #!
            plain.append(p)  #!
        else:  #!
            decayed.append(p)  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
