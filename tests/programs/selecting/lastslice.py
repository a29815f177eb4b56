# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    a = [p for n, p in m.named_parameters() if n.rsplit(".", 1)[-1] == "bias"]  #!
    b = [p for n, p in m.named_parameters() if n.rsplit(".", 1)[-1] != "bias"]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
