# expect: bug FSDP001
import re

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def lr_of(name, base, decay, layers):
    if name.startswith("embed"):
        return base * decay ** (layers + 1)
    match = re.search(r"layers\.(\d+)\.", name)
    if match:
        return base * decay ** (layers - int(match.group(1)))
    return base
def main(m, base=1e-3):
    m = FSDP(m)
    groups = [{"params": [p], "lr": lr_of(n, base, 0.9, 12)} for n, p in m.named_parameters()]  #!
    return torch.optim.AdamW(groups)  #!
