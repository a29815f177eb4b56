import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, model, args):
        self.model = model
        self.steps = args.steps
        self.model = FSDP(self.model.cuda(), use_orig_params=False).train()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=args.lr)

    def step(self):
        self.optimizer.step()
