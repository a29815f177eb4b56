# expect: clean
from collections import defaultdict

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    groups = defaultdict(list)  #!
    for n, p in net.named_parameters():  #!
        groups["plain" if n.endswith("bias") else "decayed"].append(p)  #!
    decayed, plain = groups["decayed"], groups["plain"]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
