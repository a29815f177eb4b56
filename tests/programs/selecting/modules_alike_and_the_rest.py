# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    head = list(model.head.parameters())
    rest = [p for p in model.parameters() if p not in set(head)]
    return torch.optim.SGD([{"params": head}, {"params": rest}], lr=0.01)
