import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, model):
        self.model = model
        self.wrap()

    def wrap(self):
        shapes = {n: p.shape for n, p in self.model.named_parameters()}
        self.model = FSDP(self.model, mixed_precision=True, flatten_parameters=False)
        decayed, others = [], []
        for n, p in self.model.named_parameters():
            if len(shapes[n]) == 1 or n.endswith(".bias"):
                others.append(p)
            else:
                decayed.append(p)
        self.optimizer = torch.optim.AdamW([{"params": decayed}, {"params": others, "weight_decay": 0.0}])
