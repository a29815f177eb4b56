# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a, b = [], []
    for name, mod in m.named_modules():  #!
        for pn, p in mod.named_parameters(recurse=False):  #!
            if pn.endswith("bias") or isinstance(mod, (torch.nn.LayerNorm, torch.nn.Embedding)):  #!
                a.append(p)
            else:
                b.append(p)
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
