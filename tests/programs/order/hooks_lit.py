# expect: bug FSDP004
import pytorch_lightning as pl
import torch
from torch.distributed.fsdp import fully_shard


class Lit(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.opt = torch.optim.AdamW(self.net.parameters())  #!
    def configure_model(self):
        fully_shard(self.net)
    def configure_optimizers(self):
        return self.opt
