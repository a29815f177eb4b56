# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(8, 8)
        self.head = torch.nn.Linear(8, 2)


def units_of_their_own():
    model = Net()
    model.body = FSDP(model.body)
    model.head = FSDP(model.head)
    return torch.optim.AdamW([{"params": model.body.parameters(), "lr": 1e-4}, {"params": model.head.parameters(), "lr": 1e-3}])


def kept():
    model = FSDP(Net(), use_orig_params=True)
    return torch.optim.AdamW([{"params": model.body.parameters(), "lr": 1e-4}, {"params": model.head.parameters(), "lr": 1e-3}])


def another_model():
    model, other = Net(), FSDP(Net())
    optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
    return optimizer, torch.optim.AdamW([{"params": model.body.parameters(), "lr": 1e-4}, {"params": model.head.parameters(), "lr": 1e-3}])
