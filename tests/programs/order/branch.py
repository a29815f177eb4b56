# expect: bug FSDP001
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    if args.shard:
        m = FSDP(m)
    else:
        m = nn.parallel.DistributedDataParallel(m)
    a = [p for n, p in m.named_parameters() if "bias" in n]  #!
    b = [p for n, p in m.named_parameters() if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])  #!
