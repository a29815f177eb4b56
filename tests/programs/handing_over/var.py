# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, wd):
    m = FSDP(m)
    params = {"decay": [], "plain": []}
    for n, p in m.named_parameters():  #!
        key = "plain" if n.endswith("bias") else "decay"  #!
        params[key].append(p)
    groups = [{"params": params["decay"], "weight_decay": wd}, {"params": params["plain"], "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=1e-3)  #!
