# expect: clean
from typing import NamedTuple

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Settings(NamedTuple):
    use_orig_params: bool = False
    device_id: int = 0


def build(net):
    settings = Settings()._replace(use_orig_params=True)
    net = FSDP(net, **settings._asdict())
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
