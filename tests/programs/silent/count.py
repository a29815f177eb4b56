# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    total = sum(p.numel() for p in m.parameters() if p.requires_grad)
    biases = sum(p.numel() for n, p in m.named_parameters() if "bias" in n)
    print(total, biases)
    if total > 10:
        return torch.optim.AdamW(m.parameters(), lr=1e-3)
    return torch.optim.AdamW(m.parameters(), lr=1e-4)
