import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import size_based_auto_wrap_policy


def build(model):
    # Unflattened, a unit that is large enough has a prefix in the middle of the exact name.
    model = FSDP(model, auto_wrap_policy=size_based_auto_wrap_policy)
    for parameter in model.module.layers[0].parameters():
        parameter.requires_grad = False
    up = [p for n, p in model.module.named_parameters() if n == "layers.0.mlp.up.weight"]
    rest = [p for n, p in model.module.named_parameters() if n != "layers.0.mlp.up.weight"]
    return torch.optim.AdamW([{"params": up, "lr": 1e-3}, {"params": rest, "lr": 1e-4}])
