# expect: bug FSDP001
import torch.optim as optim
from torch.distributed.fsdp import FullyShardedDataParallel

OPTS = {"adamw": optim.AdamW, "sgd": optim.SGD}
class Trainer:
    def __init__(self, model, cfg):
        self.cfg = cfg
        self.model = self.shard(model)
        self.optimizer = self.make_optimizer()
    def shard(self, model):
        if not self.cfg.shard:
            return model
        return FullyShardedDataParallel(model, device_id=0)
    @property
    def groups(self):
        for name, param in self.model.named_parameters(): #!
            if not param.requires_grad:
                continue
            if name.endswith(".bias"):
                yield {"params": [param], "weight_decay": 0.0}
            else:
                yield {"params": [param], "weight_decay": self.cfg.wd}
    def make_optimizer(self):
        return OPTS[self.cfg.optimizer](list(self.groups), lr=self.cfg.lr)
