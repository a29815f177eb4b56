# expect: bug FSDP004
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    opt = torch.optim.AdamW(m.parameters())  #!
    m = FSDP(m)
    return m, opt
