# expect: bug FSDP001
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    opt = functools.partial(torch.optim.AdamW, lr=1e-3)([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
