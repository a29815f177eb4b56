# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    named = dict(m.named_parameters())  #!
    decay = set(n for n in named if "bias" not in n)  #!
    rest = named.keys() - decay
    return torch.optim.AdamW([{"params": [named[n] for n in sorted(decay)]}, {"params": [named[n] for n in sorted(rest)], "weight_decay": 0.0}])  #!
