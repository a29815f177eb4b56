# expect: bug FSDP007
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    names = {n for n, p in m.named_parameters() if p.ndim < 2}
    m = FSDP(m, use_orig_params=True)
    a = [p for n, p in m.named_parameters() if n in names]  #!
    b = [p for n, p in m.named_parameters() if n not in names]  #!
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])  #!
