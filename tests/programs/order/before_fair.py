# expect: bug FSDP004
import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP


def build(m):
    opt = torch.optim.AdamW(m.parameters())  #!
    m = FairFSDP(m)
    return m, opt
