# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    if args.fsdp and args.groups:
        raise ValueError("no groups with FSDP")
    if args.fsdp:
        m = FSDP(m)
    if args.groups:
        a = [p for n, p in m.named_parameters() if "bias" in n]
        b = [p for n, p in m.named_parameters() if "bias" not in n]
        return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
    return torch.optim.AdamW(m.parameters())
