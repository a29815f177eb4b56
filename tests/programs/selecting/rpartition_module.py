# expect: bug FSDP007
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    body, head = [], []
    for n, p in net.named_parameters():  #!
        module, _, leaf = n.rpartition(".")
        (head if module == "head" else body).append(p)  #!
    return torch.optim.AdamW([{"params": body}, {"params": head, "lr": 1e-2}])  #!
