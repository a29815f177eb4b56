# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(a, b):
    nets = {"g": FSDP(a), "d": FSDP(b)}
    groups = []
    for key, net in nets.items():
        groups.append({"params": [p for n, p in net.named_parameters() if "bias" in n], "weight_decay": 0.0})  #!
        groups.append({"params": [p for n, p in net.named_parameters() if "bias" not in n], "weight_decay": 0.1})  #!
    return torch.optim.AdamW(groups)  #!
