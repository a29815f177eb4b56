# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel

from groups import two_groups


def main(net):
    model = FullyShardedDataParallel(net)
    return torch.optim.AdamW(two_groups(model))  #!
