# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m):
    m = FSDP(m)
    opt = torch.optim.SGD([p for n, p in m.named_parameters() if "bias" not in n], lr=0.1)  #!
    opt.add_param_group({"params": [p for n, p in m.named_parameters() if "bias" in n], "lr": 1.0})  #!
    return opt
