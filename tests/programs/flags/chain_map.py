# expect: clean
from collections import ChainMap

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    settings = ChainMap({"use_orig_params": True}, {"use_orig_params": False})
    net = FSDP(net, **settings)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
