# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    pairs = sorted(m.named_parameters(), key=lambda kv: kv[0])  #!
    a = [p for i, (n, p) in enumerate(pairs) if "attn" in n]  #!
    b = [p for i, (n, p) in enumerate(pairs) if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
