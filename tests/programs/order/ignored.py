# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    m = FSDP(m, ignored_modules=[m.head])
    return torch.optim.AdamW([{"params": m.head.parameters(), "lr": 1e-3}, {"params": [p for n, p in m.named_parameters() if "head" not in n], "lr": 1e-4}])
