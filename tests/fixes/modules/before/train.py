import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=False)
    return torch.optim.AdamW(
        [{"params": model.backbone.parameters(), "lr": 1e-5}, {"params": model.head.parameters(), "lr": 1e-3}]
    )
