# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def mark(model):
    for module in model.modules():
        if isinstance(module, torch.nn.LayerNorm):
            for parameter in module.parameters(recurse=False):
                parameter.no_decay = True


def build(model, decay):
    fully_shard(model)
    mark(model)
    plain = [p for p in model.parameters() if getattr(p, "no_decay", False)]
    decayed = [p for p in model.parameters() if not getattr(p, "no_decay", False)]
    return torch.optim.AdamW([{"params": plain, "weight_decay": 0.0}, {"params": decayed, "weight_decay": decay}])
