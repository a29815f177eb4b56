# expect: clean
import fairscale.nn as fnn
import torch


def build(m, args):
    m = getattr(fnn, "FullyShardedDataParallel")(m, flatten_parameters=False)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
