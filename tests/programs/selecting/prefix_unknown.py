# expect: maybe FSDP007
import torch
from torch import nn


def main(m, prefix):
    m = nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in m.named_parameters() if n.startswith(prefix)]  #!
    b = [p for n, p in m.named_parameters() if not n.startswith(prefix)]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1.0}, {"params": b}], lr=0.1)  #!
