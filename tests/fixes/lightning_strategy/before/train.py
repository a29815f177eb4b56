import lightning as L
import torch
from lightning.pytorch.strategies import FSDPStrategy


class Module(L.LightningModule):
    def configure_optimizers(self):
        decayed = [p for n, p in self.named_parameters() if "bias" not in n]
        plain = [p for n, p in self.named_parameters() if "bias" in n]
        return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])


trainer = L.Trainer(strategy=FSDPStrategy(use_orig_params=False), devices=8)
trainer.fit(Module())
