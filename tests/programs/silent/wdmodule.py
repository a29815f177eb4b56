# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as Fair
from torch import nn


def groups(model):
    decay, skip = [], []
    for name, module in model.named_modules():
        for n, p in module.named_parameters(recurse=False):
            if isinstance(module, nn.LayerNorm) or n == "bias":
                skip.append(p)
            else:
                decay.append(p)
    return [{"params": decay}, {"params": skip, "weight_decay": 0.0}]
def main(m):
    opt = torch.optim.AdamW(groups(m))
    m = Fair(m, flatten_parameters=False)
    return m, opt
