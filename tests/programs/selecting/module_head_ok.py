# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    return torch.optim.AdamW([{"params": m.module.head.parameters(), "lr": 1e-3}, {"params": m.module.body.parameters()}], lr=1e-5)  #!
