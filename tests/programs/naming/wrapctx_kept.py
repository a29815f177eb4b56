# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP
from fairscale.nn import enable_wrap, wrap


def main(m, cfg):
    with enable_wrap(wrapper_cls=FairFSDP, mixed_precision=True, flatten_parameters=False):
        m = wrap(m)
    a = [p for n, p in m.named_parameters() if "bias" in n]  #!
    b = [p for n, p in m.named_parameters() if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])  #!
