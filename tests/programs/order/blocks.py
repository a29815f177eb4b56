# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    for i, block in enumerate(net.layers):
        net.layers[i] = FSDP(block)
    net = FSDP(net)
    a = [p for n, p in net.named_parameters() if "attn" in n]  #!
    b = [p for n, p in net.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-3}, {"params": b, "lr": 1e-4}])  #!
