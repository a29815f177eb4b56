# expect: clean
import pytorch_lightning as pl
import torch
from torch.distributed.fsdp import fully_shard


class Lit(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())
    def configure_model(self):
        for layer in self.net.layers:
            fully_shard(layer)
        fully_shard(self.net)
