# expect: clean
from typing import Type

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


WRAPPER: Type[FSDP] = FSDP


def build(net):
    net = WRAPPER(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
