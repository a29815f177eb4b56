# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from functools import partial
from typing import Callable


shard: Callable = partial(FSDP, device_id=0)


def build(net, args):
    net = shard(net)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
