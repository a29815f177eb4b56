import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model, flatten_parameters=False)  # one wrap
    norms = [p for n, p in model.named_parameters() if "norm" in n]
    others = [p for n, p in model.named_parameters() if "norm" not in n]
    slow = torch.optim.SGD([{"params": norms, "lr": 1e-4}, {"params": others, "lr": 1e-3}])

    heads = [p for n, p in model.named_parameters() if "head" in n]
    bodies = [p for n, p in model.named_parameters() if "head" not in n]
    fast = torch.optim.AdamW([{"params": heads, "lr": 1e-2}, {"params": bodies, "lr": 1e-3}])
    return model, slow, fast
