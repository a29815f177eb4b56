# expect: bug FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    layers, head = model.layers.parameters(), model.head.parameters()  #!
    return torch.optim.AdamW([{"params": layers, "lr": 1e-5}, {"params": head, "lr": 1e-3}])
