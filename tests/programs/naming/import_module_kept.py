# expect: clean
from importlib import import_module

import torch


def build(net):
    parallel = import_module("fairscale.nn")
    net = parallel.FullyShardedDataParallel(net, flatten_parameters=False)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
