import torch
from torch.distributed.fsdp import FullyShardedDataParallel

import engine


def main(net, loader):
    model = FullyShardedDataParallel(net)
    optimizer = torch.optim.AdamW(model.parameters())
    engine.one_epoch(model, loader, optimizer)
