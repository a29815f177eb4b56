# expect: maybe FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net, config):
    settings = {"device_id": 0}
    settings |= config["sharding"]
    net = FSDP(net, **settings)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
