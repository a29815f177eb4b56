# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    for n, p in m.named_parameters():
        if "bias" in n:
            nn.init.zeros_(p)
    return torch.optim.AdamW(m.parameters())
