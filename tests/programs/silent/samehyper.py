# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    a = [p for n, p in m.named_parameters() if "bias" in n]
    b = [p for n, p in m.named_parameters() if "bias" not in n]
    return torch.optim.AdamW([{"params": a, "lr": 1e-3}, {"params": b}], lr=1e-3)
