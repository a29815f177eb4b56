# expect: clean
from enum import Enum

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Mode(Enum):
    KEEP = True
    FLAT = False


def build(net):
    net = FSDP(net, use_orig_params=Mode["KEEP"].value)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
