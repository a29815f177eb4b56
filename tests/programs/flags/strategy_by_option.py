# expect: clean
import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy


def build(net):
    parser = argparse.ArgumentParser()
    parser.add_argument("--strategy", default="NO_SHARD")
    args = parser.parse_args()
    net = FSDP(net, sharding_strategy=ShardingStrategy[args.strategy.upper()], use_orig_params=True)
    decayed = [p for p in net.parameters() if p.ndim >= 2]  #!
    plain = [p for p in net.parameters() if p.ndim < 2]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
