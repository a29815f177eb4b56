# expect: clean
import torch
from fairscale.nn import wrap


def main(m, cfg):
    m = wrap(m)
    a = [p for n, p in m.named_parameters() if "bias" in n]
    b = [p for n, p in m.named_parameters() if "bias" not in n]
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])
