# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP


def main(m):
    names = {n for n, p in m.named_parameters() if p.ndim < 2}
    m = FairFSDP(m, flatten_parameters=False)
    a = [p for n, p in m.named_parameters() if n in names]
    b = [p for n, p in m.named_parameters() if n not in names]
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
