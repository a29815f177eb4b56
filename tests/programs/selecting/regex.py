# expect: bug FSDP001
import re

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    pat = re.compile(r"layers\.\d+\.attn")
    a = [p for n, p in m.named_parameters() if pat.search(n)]  #!
    b = [p for n, p in m.named_parameters() if not pat.search(n)]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
