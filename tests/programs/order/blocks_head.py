# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net.body = FSDP(net.body)
    net.head = FSDP(net.head)
    net = FSDP(net)
    a = [p for n, p in net.named_parameters() if "head" in n]
    b = [p for n, p in net.named_parameters() if "head" not in n]
    return torch.optim.AdamW([{"params": a, "lr": 1e-3}, {"params": b, "lr": 1e-4}])
