# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    a = [p for n, p in m.named_parameters() if n.split(".")[0] == "head"]  #!
    b = [p for n, p in m.named_parameters() if n.split(".")[0] != "head"]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
