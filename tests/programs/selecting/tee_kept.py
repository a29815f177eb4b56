# expect: clean
import itertools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    one, two = itertools.tee(net.named_parameters())  #!
    plain = [p for n, p in one if "bias" in n]  #!
    decayed = [p for n, p in two if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
