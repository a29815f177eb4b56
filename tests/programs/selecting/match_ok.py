# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    a, b = [], []
    for n, p in m.named_parameters():  #!
        match n.split(".")[-1]:  #!
            case "bias":
                a.append(p)
            case _:
                b.append(p)
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
