# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class MyOpt(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3):
        super().__init__(params, dict(lr=lr))
def build(m, args):
    m = FSDP(m, use_orig_params=True)
    opt = MyOpt([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
