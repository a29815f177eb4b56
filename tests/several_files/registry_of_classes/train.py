# expect: bug FSDP001
import torch

import pkg.wrappers  # it registers them
from pkg import registry


def main(model, kind="fsdp"):
    model = registry.wrap(kind, model)
    head = [p for n, p in model.named_parameters() if "head" in n]  #!
    rest = [p for n, p in model.named_parameters() if "head" not in n]  #!
    return torch.optim.AdamW([{"params": head, "lr": 1e-5}, {"params": rest}])  #!
