# expect: clean
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    shard = functools.partial(FSDP, use_orig_params=False)
    keeping = functools.partial(shard, use_orig_params=True)
    net = keeping(net)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
