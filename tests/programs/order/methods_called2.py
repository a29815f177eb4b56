# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class T:
    def __init__(self, model):
        self.model = model
        self.setup_model()
        self.setup_optimizer()
    def setup_optimizer(self):
        self.opt = torch.optim.AdamW(self.model.parameters())
    def setup_model(self):
        self.model = FSDP(self.model)
    def step(self):
        self.opt.step()
