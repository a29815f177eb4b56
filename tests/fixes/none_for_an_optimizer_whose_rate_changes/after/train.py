import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, lr, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    lr = lr * args.ranks
    model = FSDP(model)
    return model, optimizer, lr
