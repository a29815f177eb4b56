# expect: clean
import enum

from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Mode(enum.Enum):
    DDP = "ddp"
    FSDP = "fsdp"
def main(m, mode):
    if mode == Mode.FSDP:
        m = FSDP(m)
    elif mode == Mode.DDP:
        m = nn.parallel.DistributedDataParallel(m)
    if mode is Mode.FSDP:
        m.clip_grad_norm_(1.0)
    else:
        nn.utils.clip_grad_norm_(m.parameters(), 1.0)
