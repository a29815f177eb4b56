# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    names = [n for n, _ in m.named_parameters()]  #!
    a, b = [], []
    for n, p in zip(names, m.parameters()):  #!
        (a if "attn" in n else b).append(p)  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
