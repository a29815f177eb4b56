# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def inner(net, **kwargs):
    kwargs.setdefault("use_orig_params", False)
    return FSDP(net, **kwargs)


def outer(net, *args, **kwargs):
    return inner(net, *args, **kwargs)


def build(net):
    net = outer(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
