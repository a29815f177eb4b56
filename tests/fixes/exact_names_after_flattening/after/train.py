import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    head = [p for n, p in model.module.named_parameters() if n.startswith("head.")]
    rest = [p for n, p in model.module.named_parameters() if not n.startswith("head.")]
    return torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
