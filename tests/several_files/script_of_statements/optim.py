import torch


def build(groups):
    return torch.optim.AdamW(groups)
