# expect: maybe FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, cfg, fsdp_kwargs=None):
    m = FSDP(m, use_orig_params=getattr(cfg, "keep", False))
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
