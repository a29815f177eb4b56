# expect: bug FSDP001
import operator

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [p for n, p in net.named_parameters() if not operator.contains(n, "bias")]  #!
    plain = [p for n, p in net.named_parameters() if operator.contains(n, "bias")]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
