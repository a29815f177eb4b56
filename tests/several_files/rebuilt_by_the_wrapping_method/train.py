from optim import build
from torch.distributed.fsdp import fully_shard


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = build(model)

    def shard(self):
        fully_shard(self.model)
        self.optimizer = build(self.model)

    def step(self):
        self.optimizer.step()
