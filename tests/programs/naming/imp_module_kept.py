# expect: clean
import torch
from torch.distributed import fsdp


def build(m, args):
    m = fsdp.FullyShardedDataParallel(m, use_orig_params=True)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
