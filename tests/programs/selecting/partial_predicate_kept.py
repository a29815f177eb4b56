# expect: clean
import functools
import re

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    is_plain = functools.partial(re.search, r'bias$')  #!
    decayed = [p for n, p in net.named_parameters() if not is_plain(n)]  #!
    plain = [p for n, p in net.named_parameters() if is_plain(n)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
