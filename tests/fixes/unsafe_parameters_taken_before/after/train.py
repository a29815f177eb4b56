import torch
from torch.distributed.fsdp import fully_shard


def build(model):
    few = [p for n, p in model.named_parameters() if "bias" in n]
    many = [p for n, p in model.named_parameters() if "bias" not in n]
    fully_shard(model)
    return torch.optim.AdamW([{"params": few, "weight_decay": 0.0}, {"params": many}])
