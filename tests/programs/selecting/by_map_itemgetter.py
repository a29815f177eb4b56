# expect: bug FSDP001
import operator

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = list(map(operator.itemgetter(1), filter(lambda pair: not "bias" in pair[0], net.named_parameters())))  #!
    plain = list(map(operator.itemgetter(1), filter(lambda pair: "bias" in pair[0], net.named_parameters())))  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
