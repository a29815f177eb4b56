# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    if args.fsdp:
        m = FSDP(m)
        return m, torch.optim.AdamW(m.parameters())
    a = [p for n, p in m.named_parameters() if "bias" in n]
    b = [p for n, p in m.named_parameters() if "bias" not in n]
    return m, torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
