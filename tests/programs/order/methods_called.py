# expect: bug FSDP004
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class T:
    def __init__(self, model):
        self.model = model
        self.setup_optimizer()
        self.setup_model()
    def setup_model(self):
        self.model = FSDP(self.model)
    def setup_optimizer(self):
        self.opt = torch.optim.AdamW(self.model.parameters())  #!
    def step(self):
        self.opt.step()
