# expect: bug FSDP001
import operator

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [pair for pair in net.named_parameters() if not "bias" in operator.itemgetter(0)(pair)]  #!
    plain = [pair for pair in net.named_parameters() if "bias" in operator.itemgetter(0)(pair)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
