# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    named = dict(net.named_parameters())  #!
    plain = [named.pop(n) for n in list(named) if "bias" in n]  #!
    decayed = list(named.values())  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
