# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def clip(model, v):
    if hasattr(model, "clip_grad_norm_"):
        model.clip_grad_norm_(v)
    else:
        torch.nn.utils.clip_grad_norm_(model.parameters(), v)

def main(m, args):
    m = FSDP(m) if args.fsdp else nn.parallel.DistributedDataParallel(m)
    clip(m, 1.0)
