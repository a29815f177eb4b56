# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(models):
    wrapped = [FSDP(x) for x in models]
    opts = []
    for m in wrapped:
        a = [p for n, p in m.named_parameters() if "bias" in n]  #!
        b = [p for n, p in m.named_parameters() if "bias" not in n]  #!
        opts.append(torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}]))  #!
    return opts
