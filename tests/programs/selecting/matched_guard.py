# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed, plain = [], []  #!
    for n, p in net.named_parameters():  #!
        match p.requires_grad, n:  #!
            case False, _:  #!
                continue  #!
            case _, name if name.endswith("bias"):  #!
                plain.append(p)  #!
            case _:  #!
                decayed.append(p)  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
