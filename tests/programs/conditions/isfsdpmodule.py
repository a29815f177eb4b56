# expect: clean
import torch
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def clip(m, v):
    if isinstance(m, FSDPModule):
        return torch.nn.utils.clip_grad_norm_(m.parameters(), v)
    if isinstance(m, FSDP):
        return m.clip_grad_norm_(v)
    return torch.nn.utils.clip_grad_norm_(m.parameters(), v)
def main(m, args):
    if args.v == 2:
        fully_shard(m)
    elif args.v == 1:
        m = FSDP(m)
    clip(m, 1.0)
