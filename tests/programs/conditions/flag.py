# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    use = args.fsdp and torch.cuda.device_count() > 1
    if use:
        m = FSDP(m)
    if not use:
        torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    else:
        m.clip_grad_norm_(1.0)
