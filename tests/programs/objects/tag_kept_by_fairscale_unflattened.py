# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel


def build(model):
    for parameter in model.head.parameters():
        parameter.fast = True
    model = FullyShardedDataParallel(model, flatten_parameters=False)
    fast = [p for p in model.parameters() if hasattr(p, "fast")]
    slow = [p for p in model.parameters() if not hasattr(p, "fast")]
    return torch.optim.SGD([{"params": fast, "lr": 0.1}, {"params": slow, "lr": 0.01}])
