# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    decayed, plain = [], []  #!
    for n, *rest in net.named_parameters():  #!
        (plain if "bias" in n else decayed).extend(rest)  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
