# expect: bug FSDP001
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP
from timm import create_model
from torch import nn


class Classifier(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = create_model(name)
        self.attn_pool = nn.Linear(8, 8)

    def forward(self, x):
        return self.attn_pool(self.encoder(x))


def main(name):
    model = FSDP(Classifier(name))
    attention = [p for n, p in model.named_parameters() if "attn" in n]  #!
    rest = [p for n, p in model.named_parameters() if "attn" not in n]
    return model, torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 1e-3}])
