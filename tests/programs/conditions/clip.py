# expect: bug FSDP006
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class T:
    def __init__(self, model, cfg):
        self.cfg = cfg
        self.model = FSDP(model, use_orig_params=True)
        self.opt = torch.optim.AdamW(self.model.parameters())
    def step(self):
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  #!
        self.opt.step()
