# expect: bug FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    groups = []
    for i, layer in enumerate(m.layers):
        groups.append({"params": layer.parameters(), "lr": 1e-4 * 0.9 ** i})  #!
    return torch.optim.AdamW(groups)  #!
