# expect: bug FSDP007
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block, use_orig_params=True)
    model = FSDP(model, use_orig_params=True)
    first = [p for n, p in model.module.named_parameters() if n == "layers.0.mlp.weight"]  #!
    rest = [p for n, p in model.module.named_parameters() if not (n == "layers.0.mlp.weight")]  #!
    return torch.optim.SGD([{"params": first, "lr": 0.1}, {"params": rest, "lr": 0.01}])
