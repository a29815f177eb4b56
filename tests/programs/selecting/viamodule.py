# expect: clean
import torch


def build(m, args):
    m = torch.nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in m.module.named_parameters() if n.startswith("head")]
    b = [p for n, p in m.module.named_parameters() if not n.startswith("head")]
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
