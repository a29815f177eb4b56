# expect: clean
import tyro
from dataclasses import dataclass

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


@dataclass
class Config:
    keep: bool = True


def build(net):
    config = tyro.cli(Config)
    net = FSDP(net, use_orig_params=config.keep)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
