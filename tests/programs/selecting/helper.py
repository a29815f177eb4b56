# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def groups(model):
    a = [p for n, p in model.named_parameters() if "attn" in n]  #!
    b = [p for n, p in model.named_parameters() if "attn" not in n]  #!
    return [{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}]

def build(m, args):
    m = FSDP(m)
    return torch.optim.AdamW(groups(m))  #!
