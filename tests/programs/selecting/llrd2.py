# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m, base=1e-3):
    m = FSDP(m)
    by_layer = {}
    for n, p in m.named_parameters():  #!
        layer = int(n.split(".")[1]) if n.startswith("layers.") else 12  #!
        by_layer.setdefault(layer, []).append(p)  #!
    return torch.optim.AdamW([{"params": ps, "lr": base * 0.9 ** layer} for layer, ps in by_layer.items()])  #!
