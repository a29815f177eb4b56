# expect: bug FSDP001
from collections import defaultdict

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    pools = defaultdict(list)
    for n, p in m.named_parameters():  #!
        pools["decay" if p.requires_grad and "bias" not in n else "plain"].append(p)  #!
    return torch.optim.AdamW([{"params": pools["decay"]}, {"params": pools["plain"], "weight_decay": 0.0}])  #!
