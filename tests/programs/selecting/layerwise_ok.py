# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


def build(m, args):
    fully_shard(m)
    groups = []
    for i, layer in enumerate(m.layers):
        groups.append({"params": layer.parameters(), "lr": 1e-4 * 0.9 ** i})  #!
    return torch.optim.AdamW(groups)  #!
