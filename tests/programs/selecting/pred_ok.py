# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def is_attention(name):
    if name.endswith("bias"):
        return False
    return "attn" in name

def build(m, args):
    m = FSDP(m, use_orig_params=True)
    a = [p for n, p in m.named_parameters() if is_attention(n)]  #!
    b = [p for n, p in m.named_parameters() if not is_attention(n)]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
