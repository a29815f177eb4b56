# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block, use_orig_params=True)
    model = FSDP(model, use_orig_params=True)
    first = [p for n, p in model.module.named_parameters() if n.startswith("layers.0.")]
    rest = [p for n, p in model.module.named_parameters() if not (n.startswith("layers.0."))]
    return torch.optim.SGD([{"params": first, "lr": 0.1}, {"params": rest, "lr": 0.01}])
