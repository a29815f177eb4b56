import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    for parameter in model.encoder.parameters():
        parameter.requires_grad = False
    head = [p for n, p in model.named_parameters() if "head" in n]
    body = [p for n, p in model.named_parameters() if "head" not in n]
    return model, torch.optim.AdamW([{"params": head, "lr": 1e-3}, {"params": body, "lr": 1e-5}])
