import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def is_matrix(parameter):
    return parameter.ndim >= 2


def build(model):
    model = FSDP(model, use_orig_params=True)
    matrices = [p for p in model.parameters() if is_matrix(p)]
    vectors = [p for p in model.parameters() if not is_matrix(p)]
    return model, torch.optim.AdamW([{"params": matrices}, {"params": vectors, "weight_decay": 0.0}])
