# expect: bug FSDP004
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m, steps):
    opt = torch.optim.AdamW(m.parameters())  #!
    step = 0
    while step < steps:
        if step == 0:
            m = FSDP(m)
        m(step).backward()
        opt.step()
        step += 1
