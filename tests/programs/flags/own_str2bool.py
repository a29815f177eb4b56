# expect: clean
import os

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def as_bool(text):
    return text.strip().lower() in {"1", "true", "yes", "on"}


def build(net):
    net = FSDP(net, use_orig_params=as_bool(os.getenv("KEEP_NAMES", "on")))
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
