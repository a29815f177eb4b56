# expect: clean
import importlib

import torch


def build(net, args):
    fsdp = importlib.import_module(".fsdp", package="torch.distributed")
    net = fsdp.FullyShardedDataParallel(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
