# expect: bug FSDP006
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m, args):
    if args.mode == "fsdp":
        m = FSDP(m)
    if args.mode != "ddp":
        nn.utils.clip_grad_norm_(m.parameters(), 1.0)  #!
