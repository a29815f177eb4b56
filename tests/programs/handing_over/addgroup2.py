# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    m = FSDP(m)
    opt = None
    for word, lr in (("attn", 1e-3), ("mlp", 1e-4)):
        group = dict(params=[p for n, p in m.named_parameters() if word in n], lr=lr)  #!
        if opt is None:
            opt = torch.optim.AdamW([group])
        else:
            opt.add_param_group(group)
    return opt
