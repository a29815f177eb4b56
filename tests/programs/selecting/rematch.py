# expect: bug FSDP007
import re

import torch


def build(m, args):
    m = torch.nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in m.named_parameters() if re.match(r"head\.", n)]  #!
    b = [p for n, p in m.named_parameters() if not re.match(r"head\.", n)]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
