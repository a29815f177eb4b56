# expect: bug FSDP001
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    head = [p for n, p in model.named_parameters() if n.startswith("head.")]  #!
    rest = [p for n, p in model.named_parameters() if not n.startswith("head.")]
    return torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
