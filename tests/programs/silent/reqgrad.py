# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    params = filter(lambda p: p.requires_grad, m.parameters())
    return torch.optim.AdamW([{"params": [p for p in params], "lr": 1e-3}])
