# expect: bug FSDP007
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = torch.compile(FSDP(m, use_orig_params=True))
    a = [p for n, p in m.named_parameters() if n in ("cls", "pos")]  #!
    b = [p for n, p in m.named_parameters() if n not in ("cls", "pos")]  #!
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])  #!
