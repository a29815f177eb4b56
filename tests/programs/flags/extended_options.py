# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    options = [None] * 12
    options.append(True)
    net = FSDP(net, *options)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
