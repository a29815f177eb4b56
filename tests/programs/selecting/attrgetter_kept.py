# expect: clean
import operator

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, sharding_strategy="NO_SHARD", use_orig_params=True)
    dims = operator.attrgetter("ndim")  #!
    decayed = [p for p in net.parameters() if dims(p) > 1]  #!
    plain = [p for p in net.parameters() if dims(p) <= 1]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
