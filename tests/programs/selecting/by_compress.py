# expect: bug FSDP001
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = list(itertools.compress(net.parameters(), [not "bias" in n for n, _ in net.named_parameters()]))  #!
    plain = list(itertools.compress(net.parameters(), [ "bias" in n for n, _ in net.named_parameters()]))  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
