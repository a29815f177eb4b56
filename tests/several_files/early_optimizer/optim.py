import torch


def make(model):
    return torch.optim.AdamW(model.parameters(), lr=1e-3)  #!
