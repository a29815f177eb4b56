import torch

from wrapping import shard


def main(model, rank):
    model = shard(model, rank)
    heads = [p for n, p in model.named_parameters() if "head" in n]
    bodies = [p for n, p in model.named_parameters() if "head" not in n]
    return torch.optim.AdamW([{"params": heads, "lr": 1e-3}, {"params": bodies, "lr": 1e-5}])
