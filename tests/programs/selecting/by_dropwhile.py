# expect: bug FSDP001
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [p for n, p in itertools.takewhile(lambda pair: not "bias" in pair[0], net.named_parameters())]  #!
    plain = [p for n, p in itertools.takewhile(lambda pair: "bias" in pair[0], net.named_parameters())]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
