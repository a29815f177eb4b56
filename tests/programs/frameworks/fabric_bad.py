# expect: bug FSDP001
import lightning as L
import torch
from lightning.fabric.strategies import FSDPStrategy


def main(m):
    fabric = L.Fabric(devices=2, strategy=FSDPStrategy(use_orig_params=False))
    m = fabric.setup_module(m)
    a = [p for n, p in m.named_parameters() if "bias" in n]  #!
    b = [p for n, p in m.named_parameters() if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": a, "weight_decay": 0.0}, {"params": b}])  #!
