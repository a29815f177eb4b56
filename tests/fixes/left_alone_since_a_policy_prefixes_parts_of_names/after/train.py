import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import ModuleWrapPolicy


def build(model, layer):
    model = FSDP(model, auto_wrap_policy=ModuleWrapPolicy({layer}))
    plain = [p for n, p in model.named_parameters() if n == "layers.0.bias"]
    decayed = [p for n, p in model.named_parameters() if n != "layers.0.bias"]
    return torch.optim.AdamW([{"params": plain, "weight_decay": 0.0}, {"params": decayed}])
