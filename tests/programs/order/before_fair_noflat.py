# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP


def build(m):
    opt = torch.optim.AdamW(m.parameters())  #!
    m = FairFSDP(m, flatten_parameters=False)
    return m, opt
