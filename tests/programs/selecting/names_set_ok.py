# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    chosen = {n for n, _ in m.named_parameters() if "attn" in n}  #!
    a = [p for n, p in m.named_parameters() if n in chosen]  #!
    b = [p for n, p in m.named_parameters() if n not in chosen]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
