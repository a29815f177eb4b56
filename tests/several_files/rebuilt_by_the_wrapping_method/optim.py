# expect: clean
import torch


def build(model):
    return torch.optim.AdamW(model.parameters())
