# expect: clean
import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    settings = argparse.Namespace(use_orig_params=True, device_id=0)
    net = FSDP(net, **vars(settings))
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
