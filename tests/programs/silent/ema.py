# expect: clean
import copy

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    ema = copy.deepcopy(m)
    for p in ema.parameters():
        p.requires_grad = False
    m, ema = FSDP(m), FSDP(ema)
    opt = torch.optim.AdamW(m.parameters())
    for (n, p), (_, e) in zip(m.named_parameters(), ema.named_parameters()):
        if "bias" not in n:
            e.data.lerp_(p.data, 0.1)
    return opt
