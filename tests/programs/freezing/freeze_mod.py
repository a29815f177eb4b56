# expect: bug FSDP005
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    m.encoder.requires_grad_(False)  #!
    return torch.optim.AdamW(m.parameters())
