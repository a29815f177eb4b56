# expect: clean
from functools import partial

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net, **kwargs):
    net = partial(FSDP, use_orig_params=True)(net, **kwargs)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
