# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    pairs = list(net.named_parameters())  #!
    decayed, plain = [], []  #!
    while pairs:  #!
        n, p = pairs.pop()  #!
        (plain if "bias" in n else decayed).append(p)  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
