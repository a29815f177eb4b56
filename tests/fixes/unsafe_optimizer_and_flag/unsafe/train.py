import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, use_orig_params=True)
    few = [p for n, p in model.named_parameters() if "bias" in n]
    many = [p for n, p in model.named_parameters() if "bias" not in n]
    optimizer = torch.optim.AdamW([{"params": few, "weight_decay": 0.0}, {"params": many}])
    return model, optimizer
