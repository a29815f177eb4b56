# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a, b = [], []
    for mod in m.modules():  #!
        if isinstance(mod, torch.nn.LayerNorm):  #!
            a.extend(mod.parameters())  #!
        else:
            b.extend(mod.parameters(recurse=False))  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
