# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    pairs = iter(net.named_parameters())  #!
    decayed, plain = [], []  #!
    while (pair := next(pairs, None)) is not None:  #!
        (plain if "bias" in pair[0] else decayed).append(pair[1])  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
