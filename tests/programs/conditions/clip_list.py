# expect: bug FSDP006
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class T:
    def __init__(self, m):
        self.m = FSDP(m)
        self.params = [p for p in self.m.parameters() if p.requires_grad]
        self.opt = torch.optim.AdamW(self.params)
    def step(self):
        nn.utils.clip_grad_norm_(self.params, max_norm=1.0)  #!
        self.opt.step()
