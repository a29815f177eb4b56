from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, model):
        self.model = self.wrap(model)
        self.optimizer = self.build_optimizer()

    def wrap(self, model):
        return FSDP(model)

    def build_optimizer(self):
        raise NotImplementedError
