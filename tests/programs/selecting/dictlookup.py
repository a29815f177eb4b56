# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    named = dict(m.named_parameters())  #!
    a = [named[k] for k in named if "attn" in k]  #!
    b = [named[k] for k in named if "attn" not in k]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
