# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class T:
    def __init__(self, model, cfg):
        self.cfg = cfg
        self.model = FSDP(model) if cfg.fsdp else model
        self.opt = torch.optim.AdamW(self.model.parameters())
    def step(self):
        if self.cfg.fsdp:
            self.model.clip_grad_norm_(1.0)
        else:
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.opt.step()
