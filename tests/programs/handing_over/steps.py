# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    m = FSDP(m)
    groups = []
    groups.append({"params": [], "weight_decay": 0.0})
    groups.append({"params": [], "weight_decay": 0.1})
    for n, p in m.named_parameters():  #!
        groups[0 if n.endswith("bias") else 1]["params"].append(p)  #!
    return torch.optim.AdamW(groups)  #!
