import torch

from ..dist.wrap import shard
from .groups import groups


def main(net):
    model = shard(net)
    return torch.optim.AdamW(groups(model))
