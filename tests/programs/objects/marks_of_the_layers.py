# expect: bug FSDP008
# The layers are marked and the head is, too; only the layers' marks are lost.
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    for p in model.head.parameters():
        p.is_special = True
    for p in model.layers.parameters():
        p.is_special = True
    for index, layer in enumerate(model.layers):
        model.layers[index] = FSDP(layer)
    special = [p for p in model.parameters() if getattr(p, "is_special", False)]  #!
    rest = [p for p in model.parameters() if not getattr(p, "is_special", False)]  #!
    return torch.optim.SGD([{"params": special, "lr": 0.1}, {"params": rest, "lr": 0.01}])  #!
