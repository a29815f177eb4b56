# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    named = {n: p for n, p in net.named_parameters() if p.requires_grad}  #!
    plain = [p for n, p in named.items() if "bias" in n]  #!
    decayed = [p for n, p in named.items() if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
