# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    a = list(map(lambda x: x[1], filter(lambda x: "attn" in x[0], m.named_parameters())))  #!
    b = list(map(lambda x: x[1], filter(lambda x: "attn" not in x[0], m.named_parameters())))  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
