# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


class MyFSDP(FSDP):
    def __init__(self, module, **kw):
        kw.setdefault("flatten_parameters", False)
        super().__init__(module, **kw)


def build(m, args):
    m = MyFSDP(m)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
