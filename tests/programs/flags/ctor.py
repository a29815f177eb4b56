# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def make_kwargs(cfg):
    kw = {"device_id": 0}
    kw["use_orig_params"] = True
    return kw

def build(m, cfg, fsdp_kwargs=None):
    m = FSDP(m, **make_kwargs(cfg))
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
