# expect: bug FSDP005
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(8, 8)
        self.head = torch.nn.Linear(8, 2)


def build():
    model = FSDP(Net())
    for parameter in model.body.parameters():  #!
        parameter.requires_grad = False  #!
    return torch.optim.AdamW(model.parameters())
