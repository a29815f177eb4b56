# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    a = [p for _, p in filter(lambda kv: "attn" in kv[0], m.named_parameters())]  #!
    b = [p for _, p in filter(lambda kv: "attn" not in kv[0], m.named_parameters())]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
