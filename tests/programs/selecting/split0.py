# expect: bug FSDP007
import torch


def build(m, args):
    m = torch.nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in m.named_parameters() if n.split(".")[0] == "head"]  #!
    b = [p for n, p in m.named_parameters() if n.split(".")[0] != "head"]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
