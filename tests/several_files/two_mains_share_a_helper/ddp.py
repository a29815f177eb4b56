import torch
from torch.nn.parallel import DistributedDataParallel

from groups import two_groups


def main(net):
    model = DistributedDataParallel(net)
    return torch.optim.AdamW(two_groups(model))
