# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.optim import ZeroRedundancyOptimizer


def build(m, args):
    m = FSDP(m)
    opt = ZeroRedundancyOptimizer([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}], optimizer_class=torch.optim.AdamW)  #!
    return opt
