# expect: bug FSDP004
import torch
from torch.distributed.fsdp import fully_shard


def build(m):
    opt = torch.optim.AdamW(m.parameters())  #!
    for layer in m.layers:
        fully_shard(layer)
    fully_shard(m)
    return m, opt
