# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy


def build(net):
    net = FSDP(net, sharding_strategy=ShardingStrategy["NO_SHARD"], use_orig_params=True)
    decayed = [p for p in net.parameters() if p.ndim >= 2]  #!
    plain = [p for p in net.parameters() if p.ndim < 2]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
