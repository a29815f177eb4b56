# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(gen, disc):
    gen, disc = FSDP(gen), FSDP(disc)
    g = torch.optim.Adam(gen.parameters(), lr=1e-4)
    d = torch.optim.Adam(disc.parameters(), lr=4e-4)
    both = torch.optim.SGD([{"params": gen.parameters(), "lr": 1e-4}, {"params": disc.parameters(), "lr": 4e-4}])
    return g, d, both
