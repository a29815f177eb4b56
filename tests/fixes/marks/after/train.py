import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    head = {id(p) for p in model.head.parameters()}
    model = FSDP(model, flatten_parameters=False)
    fast = [p for p in model.parameters() if id(p) in head]
    slow = [p for p in model.parameters() if id(p) not in head]
    return torch.optim.AdamW([{"params": fast, "lr": 1e-3}, {"params": slow, "lr": 1e-5}])
