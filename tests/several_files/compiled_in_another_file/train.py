# expect: bug FSDP007
import torch
from speed import faster


def build(model):
    model = faster(model)
    head = [p for n, p in model.named_parameters() if n.startswith("head")]  #!
    rest = [p for n, p in model.named_parameters() if not n.startswith("head")]  #!
    return torch.optim.SGD([{"params": head, "lr": 0.1}, {"params": rest, "lr": 0.01}])
