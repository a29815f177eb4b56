# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch import nn
from torch.distributed.fsdp.wrap import ModuleWrapPolicy


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = width**-0.5
        self.query = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        return self.out(torch.softmax(self.query(x) * self.scale, -1))


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.self_attn = Attention(width)
        self.mlp = nn.Sequential(nn.Linear(width, width), nn.GELU())
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        return x + self.mlp(self.norm(x + self.self_attn(x)))


class Decoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(100, config.width)
        self.position = nn.Parameter(torch.zeros(config.width))
        self.blocks = nn.ModuleList([Block(config.width) for _ in range(config.depth)])
        self.head = nn.Linear(config.width, 100)

    def forward(self, x):
        x = self.embed(x) + self.position
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def main(config):
    model = FSDP(Decoder(config), auto_wrap_policy=ModuleWrapPolicy({Block}))
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]  #!
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return model, torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 1e-3}])
