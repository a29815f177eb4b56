import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model.encoder = FSDP(model.encoder, use_orig_params=True)
    model = FSDP(model, use_orig_params=True)
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = [p for p in model.parameters() if p.dim() <= 1]
    return model, torch.optim.AdamW([{"params": matrices}, {"params": vectors, "weight_decay": 0.0}])
