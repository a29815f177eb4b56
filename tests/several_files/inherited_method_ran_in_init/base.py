# expect: clean
import torch
from torch.distributed.fsdp import fully_shard


class BaseTrainer:
    def __init__(self, model):
        self.model = model
        self._parallelize()
        self._build_optimizer()

    def _parallelize(self):
        fully_shard(self.model)

    def _build_optimizer(self):
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
