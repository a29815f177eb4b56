# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    names, params = map(list, zip(*net.named_parameters()))  #!
    plain = [p for n, p in zip(names, params) if "bias" in n]  #!
    decayed = [p for n, p in zip(names, params) if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
