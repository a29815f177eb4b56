# expect: bug FSDP003
# No root wrap: names are put together while walking, and what a wrapped layer holds is in one tensor.
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    decay, no_decay = set(), set()
    for module_name, module in model.named_modules():
        for name, _ in module.named_parameters(recurse=False):  #!
            full_name = f"{module_name}.{name}" if module_name else name
            if name.endswith("bias") or isinstance(module, nn.LayerNorm):  #!
                no_decay.add(full_name)
            else:
                decay.add(full_name)
    by_name = dict(model.named_parameters())
    groups = [
        {"params": [by_name[name] for name in sorted(decay)], "weight_decay": 0.1},
        {"params": [by_name[name] for name in sorted(no_decay)], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups)
