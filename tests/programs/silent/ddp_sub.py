# expect: clean
import torch
from torch import nn


def main(m):
    m = torch.compile(nn.parallel.DistributedDataParallel(m))
    a = [p for n, p in m.named_parameters() if n.endswith(".bias") or "norm" in n]
    b = [p for n, p in m.named_parameters() if not (n.endswith(".bias") or "norm" in n)]
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
