# expect: clean
import torch
from torch import nn


def unwrap(m):
    return m.module if hasattr(m, "module") else m
def main(m):
    m = nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in unwrap(m).named_parameters() if n.startswith("head")]
    b = [p for n, p in unwrap(m).named_parameters() if not n.startswith("head")]
    return torch.optim.AdamW([{"params": a, "lr": 1.0}, {"params": b}], lr=0.1)
