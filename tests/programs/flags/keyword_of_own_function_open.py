# expect: maybe FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def sharded(net, keep_names=False):
    return FSDP(net, use_orig_params=keep_names)


def build(net, config):
    net = sharded(net, **config["sharding"])
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
