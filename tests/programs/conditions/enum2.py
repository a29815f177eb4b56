# expect: bug FSDP006
import enum

from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Mode(enum.Enum):
    DDP = "ddp"
    FSDP = "fsdp"
def main(m, mode):
    if mode == Mode.FSDP:
        m = FSDP(m)
    nn.utils.clip_grad_norm_(m.parameters(), 1.0)  #!
