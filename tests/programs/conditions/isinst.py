# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m, args):
    if args.mode == "fsdp":
        m = FSDP(m)
    elif args.mode == "ddp":
        m = nn.parallel.DistributedDataParallel(m)
    if isinstance(m, FSDP):
        m.clip_grad_norm_(1.0)
    elif isinstance(m, nn.parallel.DistributedDataParallel):
        torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    else:
        nn.utils.clip_grad_norm_(m.parameters(), 1.0)
