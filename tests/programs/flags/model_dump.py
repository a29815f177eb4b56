# expect: clean
from pydantic import BaseModel

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Config(BaseModel):
    use_orig_params: bool = True


def build(net):
    config = Config()
    net = FSDP(net, **config.model_dump())
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
