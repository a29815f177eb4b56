# expect: bug FSDP001
import pytorch_lightning as pl
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Lit(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
    def configure_optimizers(self):
        a = [p for n, p in self.net.named_parameters() if "attn" in n]  #!
        b = [p for n, p in self.net.named_parameters() if "attn" not in n]  #!
        return torch.optim.AdamW([{"params": a, "lr": 1e-3}, {"params": b, "lr": 1e-4}])  #!
    def configure_model(self):
        self.net = FSDP(self.net)
