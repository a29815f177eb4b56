# expect: bug FSDP001|FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    pairs = list(((n, p) for n, p in net.named_parameters() if p.requires_grad))  #!
    decayed = [p for n, p in pairs if "bias" not in n]  #!
    plain = [p for n, p in pairs if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
