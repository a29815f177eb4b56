import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, args):
    # The wrap.
    model = FSDP(model, device_id=0)
    # Decoupled weight decay,
    # as in the paper.
    optimizer = torch.optim.AdamW(
        model.parameters(),
        lr=args.lr,  # from the command line
    )  # é

    return model, optimizer
