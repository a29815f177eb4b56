# expect: clean
import lightning as L
import torch
from lightning.fabric.strategies import FSDPStrategy


def main(m):
    fabric = L.Fabric(devices=2, strategy=FSDPStrategy())
    fabric.launch()
    m = fabric.setup_module(m)
    opt = fabric.setup_optimizers(torch.optim.AdamW(m.parameters(), lr=1e-3))
    fabric.clip_gradients(m, opt, max_norm=1.0)
    return m, opt
