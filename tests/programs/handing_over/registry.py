# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

REG = {"adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}
def build(m, args):
    m = FSDP(m)
    opt = REG[args.opt]([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
