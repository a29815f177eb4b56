# expect: clean
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

USE_FSDP = False
def main(m, args):
    if USE_FSDP:
        m = FSDP(m)
    nn.utils.clip_grad_norm_(m.parameters(), 1.0)
