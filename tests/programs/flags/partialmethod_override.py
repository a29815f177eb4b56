# expect: clean
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Builder:
    def shard(self, net, keep=False):
        return FSDP(net, use_orig_params=keep)

    flat = functools.partialmethod(shard, keep=False)


def build(net):
    net = Builder().flat(net, keep=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
