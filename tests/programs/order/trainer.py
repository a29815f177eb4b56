# expect: bug FSDP001
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, model, args):
        self.args = args
        self.model = self._wrap(model)
        self.optimizer = self._optim()
    def _wrap(self, model):
        if self.args.world_size == 1:
            return model
        if self.args.sharded:
            return FSDP(model, **self.fsdp_args)
        return nn.parallel.DistributedDataParallel(model)
    @property
    def fsdp_args(self):
        return {"device_id": 0, "limit_all_gathers": True}
    def _optim(self):
        no_decay = ["bias", "LayerNorm.weight"]
        groups = [
            {"params": [p for n, p in self.model.named_parameters() if not any(nd in n for nd in no_decay)], "weight_decay": 0.1},  #!
            {"params": [p for n, p in self.model.named_parameters() if any(nd in n for nd in no_decay)], "weight_decay": 0.0},  #!
        ]
        return torch.optim.AdamW(groups, lr=self.args.lr)
