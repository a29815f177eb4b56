# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed = [p for n, p in net.named_parameters() if not (n.find("bias") >= 0)]  #!
    plain = [p for n, p in net.named_parameters() if (n.find("bias") >= 0)]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
