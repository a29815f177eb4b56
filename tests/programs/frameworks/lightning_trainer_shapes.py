# expect: bug FSDP002
import lightning as L
import torch
from lightning.pytorch.strategies import FSDPStrategy


class Lit(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
    def configure_optimizers(self):
        decay = [p for p in self.parameters() if p.ndim >= 2] #!
        rest = [p for p in self.parameters() if p.ndim < 2] #!
        return torch.optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])

def main(net, data):
    trainer = L.Trainer(strategy=FSDPStrategy(), devices=8)
    trainer.fit(Lit(net), data)
