# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    decayed, plain = [], []  #!
    for n, p in net.named_parameters():  #!
        match n.rsplit(".", 1):  #!
            case [_, "bias"]:  #!
                plain.append(p)  #!
            case _:  #!
                decayed.append(p)  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
