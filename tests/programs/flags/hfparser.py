# expect: clean
from dataclasses import dataclass
from transformers import HfArgumentParser

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


@dataclass
class Config:
    keep: bool = True


def build(net):
    (config,) = HfArgumentParser(Config).parse_args_into_dataclasses()
    net = FSDP(net, use_orig_params=config.keep)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
