import torch

from wrapping import shard


def main(model, rank):
    model = shard(model, rank)
    norms = [p for n, p in model.named_parameters() if "norm" in n]
    others = [p for n, p in model.named_parameters() if "norm" not in n]
    return torch.optim.AdamW([{"params": norms, "weight_decay": 0.0}, {"params": others}])
