# expect: bug FSDP001
import os

import torch

if os.environ.get("SHARD"):
    from fairscale.nn import FullyShardedDataParallel as FSDP
else:
    FSDP = lambda m: m

def build(m, args):
    m = FSDP(m)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
