# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    groups = {}  #!
    for n, p in net.named_parameters():  #!
        groups.setdefault("plain" if n.endswith("bias") else "decayed", []).append(p)  #!
    decayed, plain = groups["decayed"], groups["plain"]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
