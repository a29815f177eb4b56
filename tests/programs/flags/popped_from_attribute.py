# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Builder:
    def __init__(self):
        self.settings = {"use_orig_params": True}

    def shard(self, net):
        self.settings.pop("use_orig_params")
        return FSDP(net, **self.settings)


def build(net):
    net = Builder().shard(net)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
