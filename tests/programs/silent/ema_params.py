# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class EMA:
    def __init__(self, model):
        self.shadow = {n: p.clone() for n, p in model.named_parameters() if "bias" not in n}
    def update(self, model):
        for n, p in model.named_parameters():
            if n in self.shadow:
                self.shadow[n].lerp_(p, 0.1)
def main(m):
    m = FSDP(m)
    ema = EMA(m)
    opt = torch.optim.AdamW(m.parameters(), lr=1e-3)
    for _ in range(3):
        opt.step()
        ema.update(m)
