# expect: bug FSDP004
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Block(nn.Module): ...
def build(m):
    opt = torch.optim.AdamW(m.parameters(), lr=1e-3)  #!
    for mod in m.modules():
        if isinstance(mod, Block):
            fully_shard(mod)
    return m, opt
