# expect: clean
import re

import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a = [p for n, p in m.named_parameters() if re.match(r"head\.", n)]  #!
    b = [p for n, p in m.named_parameters() if not re.match(r"head\.", n)]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
