# expect: clean
# The head is no part of the wrapped layers: its parameters stay the marked ones.
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    for p in model.head.parameters():
        p.is_head = True
    chosen = set(model.norm.parameters())
    for index, layer in enumerate(model.layers):
        model.layers[index] = FSDP(layer)
    head = [p for p in model.parameters() if getattr(p, "is_head", False)]
    norm = [p for p in model.parameters() if p in chosen]
    rest = [p for p in model.parameters() if p not in chosen and not getattr(p, "is_head", False)]
    return torch.optim.SGD([{"params": head, "lr": 0.1}, {"params": norm, "lr": 0.02}, {"params": rest, "lr": 0.01}])
