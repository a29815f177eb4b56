import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    @staticmethod
    def configure_optimizers(model, lr):
        decay = [p for p in model.parameters() if p.dim() >= 2]  #!
        rest = [p for p in model.parameters() if p.dim() < 2]  #!
        return torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=lr)  #!
