# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [p for n, p in net.named_parameters() if not any(word in n for word in ("bias", "norm"))]  #!
    plain = [p for n, p in net.named_parameters() if any(word in n for word in ("bias", "norm"))]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
