# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m, use_orig_params=True)
    for n, p in m.named_parameters():
        if "lora" not in n:
            p.requires_grad = False
    return torch.optim.AdamW([p for p in m.parameters() if p.requires_grad])
