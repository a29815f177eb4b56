# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    names = [n for n, _ in net.named_parameters()]  #!
    rates = list(map(lambda n, p: {"params": [p], "weight_decay": 0.0 if "bias" in n else 0.1}, names, net.parameters()))  #!
    return torch.optim.AdamW(rates)  #!
