import torch


def build_optimizer(model):
    named = list(model.named_parameters())  #!
    attention = [p for n, p in named if "attn" in n]  #!
    rest = [p for n, p in named if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 1e-5}])  #!
