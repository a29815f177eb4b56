# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    skip = m.no_weight_decay()
    m = FSDP(m, use_orig_params=True)
    a, b = [], []
    for n, p in m.named_parameters():
        if len(n) and (n.endswith(".bias") or n.removeprefix("_fsdp_wrapped_module.") in skip):
            a.append(p)
        else:
            b.append(p)
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
