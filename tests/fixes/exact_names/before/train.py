import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def build(model):
    model = DDP(model, device_ids=[0])
    head = [p for n, p in model.named_parameters() if n.startswith("head.")]
    rest = [p for n, p in model.named_parameters() if not n.startswith("head.")]
    return torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
