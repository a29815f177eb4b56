import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, args):
    if args.train:
        optimizer = torch.optim.AdamW(model.parameters())
        if args.shard:
            model = FSDP(model)
            return model, optimizer
    return model, None


def shard(model):
    return FSDP(model)


def build_by_a_helper(model):
    optimizer = torch.optim.AdamW(model.parameters())
    model = shard(model)
    return model, optimizer
