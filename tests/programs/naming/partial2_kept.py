# expect: clean
from functools import partial

import torch
from fairscale.nn import FullyShardedDataParallel as FSDP

shard = partial(FSDP, mixed_precision=True, flatten_parameters=False)

def build(m, args):
    m = shard(m)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
