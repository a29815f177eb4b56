# expect: bug FSDP005
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    for n, p in m.named_parameters():  #!
        p.requires_grad = "lora" in n
    return torch.optim.AdamW(p for p in m.parameters() if p.requires_grad)
