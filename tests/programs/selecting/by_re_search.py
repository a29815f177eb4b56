# expect: bug FSDP001
import re

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [p for n, p in net.named_parameters() if not re.search(r"bias$", n)]  #!
    plain = [p for n, p in net.named_parameters() if re.search(r"bias$", n)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
