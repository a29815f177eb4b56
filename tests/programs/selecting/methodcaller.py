# expect: bug FSDP001
import operator

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    is_bias = operator.methodcaller("endswith", "bias")  #!
    decayed = [p for n, p in net.named_parameters() if not is_bias(n)]  #!
    plain = [p for n, p in net.named_parameters() if is_bias(n)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
