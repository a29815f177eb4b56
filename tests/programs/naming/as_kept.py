# expect: clean
import fairscale.nn as x
import torch


def build(m, args):
    m = x.FullyShardedDataParallel(m, flatten_parameters=False)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
