# expect: clean
from operator import itemgetter

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    settings = {"use_orig_params": True, "device_id": 0}
    keep, device = itemgetter("use_orig_params", "device_id")(settings)
    net = FSDP(net, use_orig_params=keep, device_id=device)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
