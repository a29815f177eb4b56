# expect: bug FSDP007
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, flatten_parameters=False)
    head = [p for n, p in model.module.named_parameters() if n.startswith("head")]  #!
    rest = [p for n, p in model.module.named_parameters() if not n.startswith("head")]  #!
    return torch.optim.SGD([{"params": head, "lr": 0.1}, {"params": rest, "lr": 0.01}])
