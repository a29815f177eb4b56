# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

REG = dict(adamw=torch.optim.AdamW)
def build(m, args):
    m = FSDP(m, use_orig_params=True)
    opt = REG.get(args.opt, torch.optim.SGD)([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
