# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def groups(model):
    for n, p in model.named_parameters():  #!
        yield {"params": [p], "weight_decay": 0.0 if n.endswith("bias") else 0.1}  #!

def build(m, args):
    m = FSDP(m, use_orig_params=True)
    return torch.optim.AdamW(list(groups(m)))  #!
