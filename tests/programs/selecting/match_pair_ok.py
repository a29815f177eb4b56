# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    decayed, plain = [], []
    for n, p in net.named_parameters():
        match (n.rpartition(".")[2], p):
            case ("bias" | "gamma", weight):
                plain.append(weight)
            case (_, weight):
                decayed.append(weight)
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])
