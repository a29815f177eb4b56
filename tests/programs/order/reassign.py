# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    big = FSDP(m)
    m = nn.Linear(3, 3)
    a = [p for n, p in m.named_parameters() if "bias" in n]
    b = [p for n, p in m.named_parameters() if "bias" not in n]
    return big, torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
