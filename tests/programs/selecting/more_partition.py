# expect: bug FSDP001
import more_itertools
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net)
    decayed, plain = more_itertools.partition(lambda pair: "bias" in pair[0], net.named_parameters())  #!
    return torch.optim.AdamW(  #!
        [{"params": [p for _, p in decayed]}, {"params": [p for _, p in plain], "weight_decay": 0.0}]
    )
