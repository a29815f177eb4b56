# expect: bug FSDP001
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    groups = []
    for key, items in itertools.groupby(m.named_parameters(), key=lambda kv: kv[0].split(".")[0]):  #!
        groups.append({"params": [p for _, p in items], "lr": 1e-3 if key == "head" else 1e-4})  #!
    return torch.optim.AdamW(groups)  #!
