# expect: bug FSDP001
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    tagged = list(itertools.starmap(lambda n, p: ("bias" in n, p), net.named_parameters()))  #!
    plain = [p for bias, p in tagged if bias]  #!
    decayed = [p for bias, p in tagged if not bias]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
