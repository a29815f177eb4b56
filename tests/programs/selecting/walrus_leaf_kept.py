# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    plain = [p for n, p in net.named_parameters() if (leaf := n.rpartition(".")[-1]) == "bias" or leaf == "gamma"]  #!
    decayed = [p for n, p in net.named_parameters() if (leaf := n.rpartition(".")[-1]) != "bias" and leaf != "gamma"]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
