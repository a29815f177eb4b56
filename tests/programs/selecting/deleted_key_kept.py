# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    groups = {"all": [], "plain": [], "decayed": []}  #!
    for n, p in net.named_parameters():  #!
        groups["plain" if "bias" in n else "decayed"].append(p)  #!
    del groups["all"]  #!
    decayed, plain = groups["decayed"], groups["plain"]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
