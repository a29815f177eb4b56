# expect: bug FSDP003
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    head = list(model.head.parameters())  #!
    rest = list(model.layers.parameters())  #!
    return torch.optim.SGD([{"params": head}, {"params": rest}], lr=0.01)
