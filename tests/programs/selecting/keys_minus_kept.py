# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    named = dict(net.named_parameters())  #!
    chosen = {n for n in named if "bias" in n}  #!
    plain = [named[n] for n in sorted(chosen)]  #!
    decayed = [named[n] for n in sorted(named.keys() - chosen)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
