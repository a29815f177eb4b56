# expect: bug FSDP001
import dataclasses
from dataclasses import dataclass

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


@dataclass
class Cfg:
    use_orig_params: bool = False

def build(m, cfg, fsdp_kwargs=None):
    m = FSDP(m, **dataclasses.asdict(Cfg()))
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
